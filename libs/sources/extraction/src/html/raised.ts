import { childrenOf, isElement, type DomElement } from '../dom/dom.js';
import { noteMark, subscript, superscript } from '../text/superscript.js';

const NOTE_REFERENCE = /(?:^|\s)(?:doc-)?noteref(?:\s|$)/;

/** Whether what it says is written above or below the line, or leads to a foot note. */
export function isRaised(element: DomElement): boolean {
  const { localName } = element;
  return (
    localName === 'sup' || localName === 'sub' || (localName === 'a' && (isReference(element) || soleChild(element, 'sup') !== undefined))
  );
}

/** Its text, so that it changes no number and no word; blanks at its ends stay. */
export function raisedText(element: DomElement, { text, before }: { readonly text: string; readonly before: string }): string {
  const [, first = '', last = ''] = /^(\s?)[^]*?(\s?)$/.exec(element.textContent ?? '') ?? [];
  return text === '' ? '' : `${first}${written(element, { text, before: before + first })}${last}`;
}

function written(element: DomElement, { text, before }: { readonly text: string; readonly before: string }): string {
  if (element.localName === 'sub') return subscript(text, before);
  return element.localName === 'a' || soleChild(element, 'a') !== undefined ? noteMark(text) : superscript(text, before);
}

function isReference(link: DomElement): boolean {
  return NOTE_REFERENCE.test(`${link.getAttribute('epub:type') ?? ''} ${link.getAttribute('role') ?? ''}`);
}

/** The element of this name that has all of its text. */
function soleChild(element: DomElement, name: string): DomElement | undefined {
  let inner = element;
  for (;;) {
    const [child, ...others] = [...childrenOf(inner)].filter((node) => (node.textContent ?? '').trim() !== '');
    if (child === undefined || others.length > 0 || !isElement(child)) return undefined;
    if (child.localName === name) return child;
    inner = child;
  }
}
