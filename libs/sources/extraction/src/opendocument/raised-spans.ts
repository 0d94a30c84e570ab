import { childrenOf, descendantsOf, isElement, isText, type DomElement, type DomNode } from '../dom/dom.js';
import { allNamed, attribute, localName } from '../dom/local-name.js';
import { endOf, subscript, superscript } from '../text/superscript.js';

const INLINE = new Set(['span', 'a']);

type Write = (text: string, before: string) => string;

/** Writes what is raised or lowered in the paragraphs of a part, which only the styles of the document tell, so that it changes no number and no word. */
export function writeRaised(content: DomNode, part: DomNode): void {
  const styles = raisingStyles(content);
  if (styles.size > 0) writeIn(part, { styles, before: '' });
}

/** @param before the end of what stands before it in its paragraph, in links and other spans, too
 *  @returns that of what stands before what follows */
function writeIn(parent: DomNode, { styles, before }: { readonly styles: ReadonlyMap<string, Write>; readonly before: string }): string {
  let end = before;
  for (const child of [...childrenOf(parent)]) {
    if (isText(child)) end = endOf(end, child.textContent ?? '');
    else if (isElement(child)) {
      const name = localName(child);
      const write = name === 'span' ? styles.get(attribute(child, 'style-name') ?? '') : undefined;
      if (write !== undefined && isPlain(child)) {
        const written = write(child.textContent ?? '', end);
        child.replaceWith(written);
        end = endOf(end, written);
      } else if (INLINE.has(name)) end = writeIn(child, { styles, before: end });
      else end = endOf(end, writeIn(child, { styles, before: '' }));
    }
  }
  return end;
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

/** Whether nothing is in it but words. */
function isPlain(span: DomElement): boolean {
  return [...descendantsOf(span)].every(({ node }) => isText(node) || (isElement(node) && INLINE.has(localName(node))));
}
