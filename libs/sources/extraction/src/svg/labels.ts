import { childrenOf, isElement, isText, type DomNode } from '../dom/dom.js';
import { attribute, localName } from '../dom/local-name.js';
import { toMarkdown } from '../html/markdown-writer.js';
import { oneLine } from '../text/tidy.js';

/** Nothing that a reader sees where it stands. */
const LEFT_OUT = new Set(['defs', 'symbol', 'metadata', 'style', 'script', 'title', 'desc']);

/** The labels of a drawing in their order, a line each, also of one in HTML, where names are in small letters; those without a letter, as the numbers at axes, are none. */
export function* labelsIn(parent: DomNode): Generator<string> {
  for (const child of childrenOf(parent)) {
    if (!isElement(child) || LEFT_OUT.has(localName(child))) continue;
    switch (localName(child)) {
      case 'text':
        yield* label(lineText(child));
        break;
      case 'foreignObject':
      case 'foreignobject':
        yield* label(toMarkdown(child));
        break;
      default:
        yield* labelsIn(child);
    }
    // Further ones are for programs that cannot show the first.
    if (isElement(parent) && localName(parent) === 'switch') return;
  }
}

/** Numbers at axes are no words. */
function label(text: string): readonly string[] {
  const line = oneLine(text);
  return /\p{L}/u.test(line) ? [line] : [];
}

/** A part that is set lower begins a line. */
function lineText(parent: DomNode): string {
  let text = '';
  for (const child of childrenOf(parent)) {
    if (isText(child)) text += child.textContent ?? '';
    else if (isElement(child) && !LEFT_OUT.has(localName(child))) {
      const isLower = attribute(child, 'y') !== undefined || attribute(child, 'dy') !== undefined;
      text += `${isLower ? ' ' : ''}${lineText(child)}`;
    }
  }
  return text;
}
