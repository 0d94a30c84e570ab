import type { DomElement } from '../dom/dom.js';

const PLAIN = new Set(
  'address article aside body center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup hr html legend li main nav p section summary table tbody td tfoot th thead tr'.split(
    ' ',
  ),
);
const MARKED = new Set('blockquote br h1 h2 h3 h4 h5 h6 menu ol pre ul'.split(' '));

/** Whether it is a block that is written without marks of its own. */
export function isBlock({ localName }: DomElement): boolean {
  return PLAIN.has(localName);
}

/** Whether it cannot stand within a line. */
export function endsLine({ localName }: DomElement): boolean {
  return PLAIN.has(localName) || MARKED.has(localName);
}
