import { isBlank } from './blank.js';

const LINE_FEED = 10;
const FULL_STOP = 46;
/** Those of Arabic, Urdu, Devanagari and its kin, Ethiopic, Armenian, Burmese, Khmer and Tibetan, too. */
const SENTENCE_ENDS = new Set(Array.from('.!?…؟۔।॥።፧։။។៕།‼⁇⁈⁉', (char) => char.charCodeAt(0)));
const CLAUSE_ENDS = new Set(Array.from(',;:،؛፣፤၊', (char) => char.charCodeAt(0)));
const CLOSERS = new Set(Array.from('"\')]*_`»”’', (char) => char.charCodeAt(0)));
const FULL_WIDTH_ENDS = new Set(Array.from('。！？｡', (char) => char.charCodeAt(0)));
const FULL_WIDTH_CLAUSES = new Set(Array.from('、，；：', (char) => char.charCodeAt(0)));
const LINE_CLOSERS = new Set(Array.from('})]', (char) => char.charCodeAt(0)));

/** Prose: between paragraphs best, then sentences, then lines, then clauses. */
export function proseBoundary(text: string, at: number): number | undefined {
  const before = text.charCodeAt(at - 1);
  if (before === LINE_FEED) return isBlankLineBefore(text, at) ? 0.6 : lineBreakWorth(text, at);
  if (FULL_WIDTH_ENDS.has(before)) return 0.4;
  if (FULL_WIDTH_CLAUSES.has(before)) return 0.1;
  if (!isBlank(before) || isBlank(text.charCodeAt(at))) return undefined;
  return wordGapWorth(text, at);
}

/** Lines of code, data or a table: only between lines, rather at a blank line or where the indentation is small, not before a closing bracket. */
export function lineBoundary(text: string, at: number): number | undefined {
  if (text.charCodeAt(at - 1) !== LINE_FEED) return undefined;
  let indentation = 0;
  while (isIndent(text.charCodeAt(at + indentation))) indentation++;
  const first = text.charCodeAt(at + indentation);
  if (LINE_CLOSERS.has(first)) return 0;
  const outermost = 0.5 / (1 + Math.min(indentation, 16) / 4);
  return outermost + (isBlankLineBefore(text, at) ? 0.3 : 0);
}

function lineBreakWorth(text: string, at: number): number {
  return endsSentence(text, text.charCodeAt(at - 2) === 13 ? at - 2 : at - 1) ? 0.45 : 0.2;
}

function wordGapWorth(text: string, at: number): number {
  let gap = at - 1;
  while (gap > 0 && isBlank(text.charCodeAt(gap - 1))) gap--;
  if (endsSentence(text, gap) && !isAbbreviation(text, gap)) return isLowerCase(text.charCodeAt(at)) ? 0.25 : 0.4;
  return CLAUSE_ENDS.has(text.charCodeAt(gap - 1)) ? 0.1 : 0;
}

/** Whether what stands before `at` ends a sentence, closing quotes and brackets aside. */
function endsSentence(text: string, at: number): boolean {
  let last = at - 1;
  while (at - last < 4 && CLOSERS.has(text.charCodeAt(last))) last--;
  return SENTENCE_ENDS.has(text.charCodeAt(last));
}

function isBlankLineBefore(text: string, at: number): boolean {
  let before = at - 2;
  while (isIndent(text.charCodeAt(before)) || text.charCodeAt(before) === 13) before--;
  return text.charCodeAt(before) === LINE_FEED;
}

function isIndent(unit: number): boolean {
  return unit === 32 || unit === 9;
}

/** Whether the full stop before `at` follows a single letter (e.g., i.e., initials) or the number of a list item at the start of its line. */
function isAbbreviation(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) !== FULL_STOP) return false;
  let start = at - 1;
  while (at - start < 4 && isWord(text.charCodeAt(start - 1))) start--;
  const isSingle = at - 1 - start === 1 && !isDigit(text.charCodeAt(start));
  return isSingle || (isDigit(text.charCodeAt(start)) && isLineStart(text, start));
}

function isLineStart(text: string, at: number): boolean {
  let before = at - 1;
  while (at - before < 12 && isIndent(text.charCodeAt(before))) before--;
  return before < 0 || text.charCodeAt(before) === LINE_FEED;
}

function isWord(unit: number): boolean {
  return isDigit(unit) || isLowerCase(unit) || (unit >= 65 && unit <= 90);
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

// A sentence that goes on with a small letter may be none ("approx. half"), but there are texts all in small letters.
function isLowerCase(unit: number): boolean {
  return unit >= 97 && unit <= 122;
}
