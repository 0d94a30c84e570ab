const codesOf = (marks: string) => new Set(Array.from(marks, (mark) => mark.charCodeAt(0)));

const ENDS = codesOf(',;}]>');
/** What stands behind them is a part of what they open. */
const BEGINNINGS = codesOf('{[');
const BELONG_BEFORE = codesOf(',;)}]>');
const TAG_END = 62;
const TAG_BEGIN = 60;

/** Text without white space, such as minified data and programs: behind what ends a part of it best, else behind what begins one, else between a word and a mark.
 *  Never inside a word, nor beside a character beyond ASCII, which may be part of the one before it. */
export function markBoundary(text: string, at: number): number | undefined {
  const before = text.charCodeAt(at - 1);
  const next = text.charCodeAt(at);
  if (before > 127 || next > 127) return undefined;
  if (BEGINNINGS.has(before)) return 0.1;
  if (ENDS.has(before)) return BELONG_BEFORE.has(next) || isInElement(before, next) ? 0.1 : 0.5;
  return isWord(before) === isWord(next) ? undefined : 0;
}

/** `<b>|text</b>`. */
function isInElement(before: number, next: number): boolean {
  return before === TAG_END && next !== TAG_BEGIN;
}

/** Letters and digits of ASCII, and `_`. */
function isWord(unit: number): boolean {
  const letter = unit | 32;
  return (letter >= 97 && letter <= 122) || (unit >= 48 && unit <= 57) || unit === 95;
}
