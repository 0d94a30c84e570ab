import { descendantsOf, isElement, type DomElement } from '../dom/dom.js';
import { oneLine } from '../text/tidy.js';
import { cellsOf, rowsOf } from './tables.js';

/** The numbers of lines, with or without what divides them. */
const NUMBERS = /^\d[\d\s]*$/;

/** Code that stands in a table beside the numbers of its lines. */
export interface NumberedCode {
  /** Preformatted. */
  readonly code: DomElement;
  /** What else the table says, such as the name of the file. */
  readonly caption: string;
}

/** The code of a table of two cells, one with the numbers and one with the lines, as Pygments, Rouge and Hexo write them; undefined for any other table. */
export function numberedCode(table: DomElement): NumberedCode | undefined {
  const rows = [...rowsOf(table)].map(cellsOf);
  const pairs = rows.filter((cells) => cells.length > 1);
  const [numbers, lines, ...more] = pairs.length === 1 ? (pairs[0] ?? []) : [];
  if (numbers === undefined || lines === undefined || more.length > 0) return undefined;
  const code = onlyPre(lines);
  if (code === undefined || onlyPre(numbers) === undefined || !NUMBERS.test((numbers.textContent ?? '').trim())) return undefined;
  const others = rows.filter((cells) => cells.length === 1).flat();
  return { code, caption: oneLine(others.map((cell) => cell.textContent ?? '').join(' ')) };
}

function onlyPre(cell: DomElement): DomElement | undefined {
  const [pre, ...more] = [...descendantsOf(cell)].map(({ node }) => node).filter((node) => isElement(node) && node.localName === 'pre');
  return pre !== undefined && more.length === 0 && isElement(pre) ? pre : undefined;
}
