import { childrenOf, isElement, type DomDocument, type DomElement } from '../dom/dom.js';

const HEADING = /^h[1-6]$/;
/** What may stand before the heading of a section: targets of links, which have no words. */
const TARGETS = new Set(['span', 'a']);

/** Takes the ids of headings, and of sections that begin with one. Generators make them of the words of the heading, and Readability takes words like
 *  "pagination" and "comments" for signs of a layout and leaves out what has them. Classes stay: these do tell the layout. */
export function removeAuthorIds(document: DomDocument): void {
  for (const element of document.querySelectorAll('h1[id], h2[id], h3[id], h4[id], h5[id], h6[id]')) element.removeAttribute('id');
  for (const section of document.querySelectorAll('section[id], div.section[id]'))
    if (beginsWithHeading(section)) section.removeAttribute('id');
}

function beginsWithHeading(section: DomElement): boolean {
  const first = [...childrenOf(section)].find((child): child is DomElement => isElement(child) && !TARGETS.has(child.localName));
  return first !== undefined && HEADING.test(first.localName);
}
