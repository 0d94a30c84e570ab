import { childrenOf, descendantsOf, isElement, isText, type DomElement } from '../dom/dom.js';
import { noteMark, subscript, superscript } from '../text/superscript.js';
import { endsLine } from './blocks.js';

/** Powers and marks of foot notes are shorter, in UTF-16 units without blanks; what is longer was not ended, or is set small. */
const LONGEST = 32;
const NOTE_REFERENCE = /(?:^|\s)(?:doc-)?noteref(?:\s|$)/;

/** Whether what it says is written above or below the line, or leads to a foot note: a few words, and no blocks. */
export function isRaised(element: DomElement): boolean {
  const { localName } = element;
  if (localName === 'sup' || localName === 'sub') return isShort(element);
  return localName === 'a' && isShort(element) && (isReference(element) || soleChild(element, 'sup') !== undefined);
}

function isShort(element: DomElement): boolean {
  let length = 0;
  for (const { node } of descendantsOf(element)) {
    if (isText(node)) length += (node.textContent ?? '').replaceAll(/\s+/g, '').length;
    if (length > LONGEST || (isElement(node) && endsLine(node))) return false;
  }
  return true;
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
