import { childrenOf, isElement, type DomElement } from '../dom/dom.js';
import { markdownTable } from '../text/markdown-table.js';
import { oneLine } from '../text/tidy.js';

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);
const WIDEST_SPAN = 100;

/** What stands in a cell, as Markdown. */
type WriteCell = (cell: DomElement) => string;

/** The rows of a table of data; undefined for one that lays out a page: with a table in it, or of a single column. */
export function tableRows(table: DomElement): readonly DomElement[] | undefined {
  if (table.querySelector('table') !== null || table.getAttribute('role') === 'presentation') return undefined;
  const rows = [...rowsOf(table)];
  return rows.some((row) => cellsOf(row).length > 1) ? rows : undefined;
}

/** A caption as a paragraph, then the rows. */
export function writeTable(table: DomElement, rows: readonly DomElement[], write: WriteCell): string {
  const caption = oneLine(table.querySelector('caption')?.textContent ?? '');
  const cells = rows.map((row) => cellsOf(row).flatMap((cell) => spanned(cell, write)));
  return [caption, markdownTable(cells)].filter((part) => part !== '').join('\n\n');
}

/** Its rows, in or out of sections. */
export function* rowsOf(parent: DomElement): Generator<DomElement> {
  for (const child of childrenOf(parent)) {
    if (!isElement(child)) continue;
    if (child.localName === 'tr') yield child;
    else if (SECTIONS.has(child.localName)) yield* rowsOf(child);
  }
}

export function cellsOf(row: DomElement): readonly DomElement[] {
  return [...childrenOf(row)].filter(isElement).filter(({ localName }) => localName === 'td' || localName === 'th');
}

/** A cell over several columns stands in the first. */
function spanned(cell: DomElement, write: WriteCell): readonly string[] {
  const span = Math.min(WIDEST_SPAN, Math.max(1, Number(cell.getAttribute('colspan') ?? '1') || 1));
  return [oneLine(write(cell)), ...Array.from({ length: span - 1 }, () => '')];
}
