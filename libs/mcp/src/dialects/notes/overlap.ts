/** Shorter repetitions are chance. */
const LEAST = 8;
/** A repetition this long is an overlap even where it begins or ends within a word. */
const CERTAIN = 24;
/** Chunkers overlap by a few hundred characters; looking further costs time. */
const MOST = 4_000;

/** How many characters at the end of one chunk stand again at the beginning of the next: 0 where chunks do not overlap. */
export function overlapOf(before: string, after: string): number {
  const longest = Math.min(MOST, before.length, after.length);
  for (let length = longest; length >= LEAST; length--) {
    if (before.endsWith(after.slice(0, length)) && (length >= CERTAIN || isWhole(before, after, length))) return length;
  }
  return 0;
}

/** Whether the repeated text neither begins nor ends within a word. */
function isWhole(before: string, after: string, length: number): boolean {
  const isCutBefore = isWordChar(before.at(-length - 1)) && isWordChar(after[0]);
  const isCutAfter = isWordChar(after[length - 1]) && isWordChar(after[length]);
  return !isCutBefore && !isCutAfter;
}

function isWordChar(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char);
}
