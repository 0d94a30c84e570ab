import { childrenOf, isElement, type DomElement, type DomNode } from '../dom/dom.js';
import { allNamed, attribute, childrenNamed, firstNamed, localName } from '../dom/local-name.js';
import { escapeMarkup } from '../text/escape-markup.js';
import { markdownTable } from '../text/markdown-table.js';
import { endOf, subscript, superscript } from '../text/superscript.js';
import { oneLine } from '../text/tidy.js';

const TITLES = new Set(['title', 'ctrTitle']);
/** What every slide repeats. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

export interface SlideText {
  readonly title: string;
  readonly text: string;
}

/** The shapes of a slide in their order: paragraphs, and tables as Markdown. */
export function slideText(slide: DomNode): SlideText {
  const titles: string[] = [];
  const parts: string[] = [];
  for (const shape of shapesOf(slide)) {
    if (localName(shape) === 'tbl') {
      parts.push(markdownTable(rowsOf(shape)));
      continue;
    }
    const kind = placeholderOf(shape);
    if (FURNITURE.has(kind)) continue;
    const paragraphs = paragraphsOf(shape);
    if (TITLES.has(kind)) titles.push(paragraphs.join(' '));
    else parts.push(escapeMarkup(paragraphs.join('\n')));
  }
  return { title: oneLine(titles.join(' ')), text: parts.filter((part) => part !== '').join('\n\n') };
}

function* shapesOf(slide: DomNode): Generator<DomElement> {
  for (const shape of allNamed(slide, 'spTree')) yield* shapesIn(shape);
}

/** Groups hold further shapes; of alternatives, which PowerPoint writes for a shape with a formula, the first counts. */
function* shapesIn(parent: DomNode): Generator<DomElement> {
  for (const child of childrenOf(parent)) {
    if (!isElement(child)) continue;
    const name = localName(child);
    if (name === 'sp') yield child;
    else if (name === 'grpSp') yield* shapesIn(child);
    else if (name === 'graphicFrame') yield* allNamed(child, 'tbl');
    else if (name === 'AlternateContent') yield* shapesIn(childrenNamed(child, 'Choice')[0] ?? firstNamed(child, 'Fallback') ?? child);
  }
}

function placeholderOf(shape: DomElement): string {
  const placeholder = firstNamed(shape, 'ph');
  return placeholder === undefined ? '' : (attribute(placeholder, 'type') ?? '');
}

function paragraphsOf(shape: DomNode): string[] {
  return [...allNamed(shape, 'p')].map(paragraphText).filter((text) => text !== '');
}

function paragraphText(paragraph: DomNode): string {
  let text = '';
  let end = '';
  for (const run of childrenOf(paragraph)) {
    if (!isElement(run)) continue;
    const said = localName(run) === 'br' ? '\n' : runText(run, end);
    text += said;
    end = endOf(end, said);
  }
  return text.trim();
}

function runText(run: DomElement, before: string): string {
  const text = [...allNamed(run, 't')].map(({ textContent }) => textContent ?? '').join('');
  const [properties] = childrenNamed(run, 'rPr');
  // In thousandths of a percent above the line.
  const above = Number((properties && attribute(properties, 'baseline')) ?? '0');
  if (above === 0) return text;
  return above > 0 ? superscript(text, before) : subscript(text, before);
}

function rowsOf(table: DomElement): string[][] {
  return childrenNamed(table, 'tr').map((row) => childrenNamed(row, 'tc').map((cell) => paragraphsOf(cell).join(' ')));
}
