import { indentation } from '../text/indentation.js';
import { plainTitle } from './plain-title.js';

/** The beginnings of lines that Markdown gives a meaning (CommonMark 0.31, tables of GFM). All expressions are linear. */

export interface Fence {
  readonly mark: string;
  readonly length: number;
}

/** A line that opens a fenced block; `line` without its indentation. */
export function openingFence(line: string): Fence | undefined {
  const marks = /^(`{3,}|~{3,})/.exec(line)?.[1];
  if (marks === undefined) return undefined;
  const mark = marks.charAt(0);
  return mark === '`' && line.includes('`', marks.length) ? undefined : { mark, length: marks.length };
}

export function closesFence(line: string, { mark, length }: Fence): boolean {
  const text = line.trim();
  return text.length >= length && text === mark.repeat(text.length);
}

export interface Heading {
  readonly level: number;
  readonly text: string;
}

/** A heading of the form `## Text ##`. */
export function atxHeading(line: string): Heading | undefined {
  const marks = /^#{1,6}(?=[ \t]|$)/.exec(line)?.[0];
  return marks === undefined ? undefined : { level: marks.length, text: plainTitle(withoutClosingMarks(line.slice(marks.length))) };
}

/** The level that a line of `=` or `-` gives to the paragraph above it. */
export function setextLevel(line: string): number | undefined {
  const text = line.trimEnd();
  if (/^=+$/.test(text)) return 1;
  return /^-+$/.test(text) ? 2 : undefined;
}

/** Columns to the text of a list item, from the start of its mark; undefined when the line is none. */
export function listItemWidth(line: string): number | undefined {
  const mark = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/.exec(line)?.[0];
  if (mark === undefined || isThematicBreak(line)) return undefined;
  const gap = indentation(line.slice(mark.length));
  return mark.length + (gap === 0 || gap > 4 ? 1 : gap);
}

export function isThematicBreak(line: string): boolean {
  if (!/^[*_-]/.test(line)) return false;
  const marks = line.replace(/[ \t]+/g, '');
  return marks.length >= 3 && marks === marks.charAt(0).repeat(marks.length);
}

/** The row of dashes under the head of a table. */
export function isTableRule(line: string): boolean {
  return line.includes('|') && /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/.test(line);
}

const LONGEST_COLUMNS = 200;

/** The names in the head of a table, at most 200 characters: `Name | Age`. */
export function columnNames(line: string): string {
  const cells = line
    .slice(0, LONGEST_COLUMNS * 5)
    .split(/(?<!\\)\|/)
    .map((cell) => plainTitle(cell.replaceAll('\\|', '|')));
  const names = cells.filter((name) => name !== '').join(' | ');
  return names.length <= LONGEST_COLUMNS ? names : names.slice(0, names.lastIndexOf(' | ', LONGEST_COLUMNS));
}

const HTML_WITH_END: readonly (readonly [start: RegExp, end: string])[] = [
  [/^<!--/, '-->'],
  [/^<\?/, '?>'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<script(?=[\s>]|$)/i, '</script>'],
  [/^<style(?=[\s>]|$)/i, '</style>'],
  [/^<pre(?=[\s>]|$)/i, '</pre>'],
  [/^<textarea(?=[\s>]|$)/i, '</textarea>'],
];
const HTML_ELEMENT =
  /^<\/?(?:address|article|aside|base|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s>]|\/>|$)/i;

/** How an HTML block that starts on this line ends: at a mark, or at the next blank line (`''`). */
export function htmlEnd(line: string): string | undefined {
  if (!line.startsWith('<')) return undefined;
  return HTML_WITH_END.find(([start]) => start.test(line))?.[1] ?? (HTML_ELEMENT.test(line) ? '' : undefined);
}

function withoutClosingMarks(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && trimmed.charAt(end - 1) === '#') end--;
  return end === 0 || /\s/.test(trimmed.charAt(end - 1)) ? trimmed.slice(0, end) : trimmed;
}
