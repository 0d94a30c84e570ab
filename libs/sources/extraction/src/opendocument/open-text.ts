import { childrenOf, isElement, isText, type DomElement, type DomNode } from '../dom/dom.js';
import { attribute, childrenNamed, localName } from '../dom/local-name.js';
import { escapeMarkup } from '../text/escape-markup.js';
import { markdownTable } from '../text/markdown-table.js';
import { oneLine } from '../text/tidy.js';

/** Not what a reader reads. */
const LEFT_OUT = new Set(
  'tracked-changes annotation annotation-end sequence-decls forms table-of-content alphabetical-index illustration-index bibliography index-title desc'.split(
    ' ',
  ),
);
/** An empty sheet has a million rows that are said to repeat. */
const MOST_REPEATED = 1000;
const GROUPS = new Set(['table-header-rows', 'table-row-group', 'table-rows']);

type IsLeftOut = (element: DomElement) => boolean;

/** The headings, paragraphs, lists and tables of a part of an OpenDocument file as Markdown. */
export function writeOpenText(root: DomNode, isLeftOut: IsLeftOut = () => false): string {
  return [...blocksOf(root, isLeftOut)].filter((block) => block !== '').join('\n\n');
}

function* blocksOf(parent: DomNode, isLeftOut: IsLeftOut): Generator<string> {
  for (const child of childrenOf(parent)) {
    if (!isElement(child) || isLeftOut(child) || LEFT_OUT.has(localName(child))) continue;
    switch (localName(child)) {
      case 'h':
        yield heading(child);
        break;
      case 'p':
        yield* paragraph(child);
        break;
      case 'list':
        yield listText(child);
        break;
      case 'table':
        yield tableText(child);
        break;
      default:
        yield* blocksOf(child, isLeftOut);
    }
  }
}

function heading(element: DomElement): string {
  const level = Math.min(6, Math.max(1, Number(attribute(element, 'outline-level') ?? '1') || 1));
  const text = oneLine(inlineText(element));
  return text === '' ? '' : `${'#'.repeat(level)} ${text}`;
}

/** Frames with text of their own are anchored in paragraphs. */
function* paragraph(element: DomElement): Generator<string> {
  yield escapeMarkup(inlineText(element).trim());
  for (const frame of childrenNamed(element, 'frame')) yield* blocksOf(frame, () => false);
}

function listText(list: DomElement): string {
  const items = childrenNamed(list, 'list-item').map((item) => writeOpenText(item).replaceAll('\n\n', '\n').replaceAll('\n', '\n  '));
  return items
    .filter((item) => item !== '')
    .map((item) => `- ${item}`)
    .join('\n');
}

/** A table of a text, or a sheet of a workbook. */
export function tableText(table: DomElement): string {
  return markdownTable([...rowsOf(table)]);
}

function* rowsOf(parent: DomNode): Generator<string[]> {
  for (const child of childrenOf(parent)) {
    if (!isElement(child)) continue;
    if (GROUPS.has(localName(child))) yield* rowsOf(child);
    if (localName(child) !== 'table-row') continue;
    const cells = [...cellsOf(child)];
    if (cells.every((cell) => cell === '')) continue;
    for (let i = repeated(child, 'number-rows-repeated'); i > 0; i--) yield cells;
  }
}

function* cellsOf(row: DomElement): Generator<string> {
  for (const cell of childrenOf(row)) {
    if (!isElement(cell)) continue;
    const text = oneLine(writeOpenText(cell));
    for (let i = repeated(cell, 'number-columns-repeated'); i > 0; i--) yield text;
  }
}

function repeated(element: DomElement, name: string): number {
  const times = Number(attribute(element, name) ?? '1') || 1;
  return Math.min(times, MOST_REPEATED);
}

/** Runs of spaces, tabs and line breaks are elements. */
function inlineText(parent: DomNode): string {
  let text = '';
  for (const child of childrenOf(parent)) {
    if (isText(child)) text += (child.textContent ?? '').replaceAll(/\s+/g, ' ');
    else if (isElement(child)) text += inlineElement(child);
  }
  return text;
}

function inlineElement(element: DomElement): string {
  const name = localName(element);
  if (LEFT_OUT.has(name) || name === 'frame') return '';
  if (name === 's' || name === 'tab') return ' ';
  if (name === 'line-break') return '\n';
  return name === 'note' ? ` (${oneLine(noteBody(element))})` : inlineText(element);
}

function noteBody(note: DomElement): string {
  return childrenNamed(note, 'note-body')
    .map((body) => writeOpenText(body))
    .join(' ');
}
