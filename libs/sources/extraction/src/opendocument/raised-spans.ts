import { childrenOf, descendantsOf, isElement, isText, type DomElement, type DomNode } from '../dom/dom.js';
import { allNamed, attribute, localName } from '../dom/local-name.js';
import { subscript, superscript } from '../text/superscript.js';

const INLINE = new Set(['span', 'a']);

type Write = (text: string, before: string) => string;

/** Writes what is raised or lowered in the paragraphs of a part, which only the styles of the document tell, so that it changes no number and no word. */
export function writeRaised(content: DomNode, part: DomNode): void {
  const styles = raisingStyles(content);
  if (styles.size === 0) return;
  for (const span of [...allNamed(part, 'span')]) {
    const write = styles.get(attribute(span, 'style-name') ?? '');
    if (write === undefined || !isPlain(span)) continue;
    span.replaceWith(write(span.textContent ?? '', textBefore(span)));
  }
}

function raisingStyles(content: DomNode): ReadonlyMap<string, Write> {
  const styles = new Map<string, Write>();
  for (const style of allNamed(content, 'style')) {
    const position =
      [...childrenOf(style)].filter(isElement).flatMap((properties) => attribute(properties, 'text-position') ?? [])[0] ?? '';
    const name = attribute(style, 'name');
    if (name !== undefined && /^(?:super|[1-9])/.test(position)) styles.set(name, superscript);
    else if (name !== undefined && /^(?:sub|-[1-9])/.test(position)) styles.set(name, subscript);
  }
  return styles;
}

/** The end of what stands right before it, in links and other spans, too. */
function textBefore(span: DomElement): string {
  let before = '';
  for (let node: DomNode = span; before === '' && node.parentNode !== null; node = node.parentNode) {
    for (const child of childrenOf(node.parentNode)) {
      if (child === node) break;
      before = (before + (child.textContent ?? '')).slice(-32);
    }
    if (!isElement(node.parentNode) || !INLINE.has(localName(node.parentNode))) break;
  }
  return before;
}

/** Whether nothing is in it but words. */
function isPlain(span: DomElement): boolean {
  return [...descendantsOf(span)].every(({ node }) => isText(node) || (isElement(node) && INLINE.has(localName(node))));
}
