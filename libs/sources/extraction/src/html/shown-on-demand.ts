import { isElement, type DomDocument, type DomElement } from '../dom/dom.js';

const HEADINGS = new Set('h1 h2 h3 h4 h5 h6 summary dt'.split(' '));

/** Whether readers never see it: what is hidden but for tabs and for what a search in the page opens. */
export function isHidden(element: DomElement): boolean {
  const hidden = element.getAttribute('hidden');
  return hidden !== null && hidden !== 'until-found' && element.getAttribute('role') !== 'tabpanel';
}

/** The heading whose words stand in a button, as the questions of an accordion do. */
export function headingOfButton(element: DomElement): DomElement | undefined {
  if (element.localName !== 'button') return undefined;
  for (let node = element.parentNode; node !== null; node = node.parentNode) {
    if (isElement(node) && HEADINGS.has(node.localName)) return node;
  }
  return undefined;
}

/** Makes tabs, accordions and the like what Readability keeps: shown, without buttons around the words of headings, and without classes such as
 *  "accordion-header", which it takes for the head of the page. */
export function showAll(document: DomDocument): void {
  for (const element of document.querySelectorAll('[hidden]')) if (!isHidden(element)) element.removeAttribute('hidden');
  for (const button of document.querySelectorAll('button')) {
    const heading = headingOfButton(button);
    if (heading === undefined) continue;
    heading.removeAttribute('class');
    button.replaceWith(button.textContent ?? '');
  }
}
