/** What a UTF-16 unit or code point is to the analysis. */
export const CharacterClass = {
  separator: 0,
  /** Letter, digit, mark or underscore of a script that writes spaces. */
  word: 1,
  /** Letter or mark of Han, Kana, Thai or Hangul, which are indexed as pairs. */
  paired: 2,
} as const;

const UNKNOWN = 255;
const WORD = /^[\p{L}\p{M}\p{N}_]$/u;
const PAIRED_SCRIPT = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Hangul}]$/u;
const LETTER_OR_MARK = /^[\p{L}\p{M}]$/u;

const basicPlane = new Uint8Array(65_536).fill(UNKNOWN);

/** The class of a code point; those of the basic plane are worked out once. */
export function characterClass(codePoint: number): number {
  if (codePoint > 0xffff) return classify(codePoint);
  const known = basicPlane[codePoint] ?? UNKNOWN;
  if (known !== UNKNOWN) return known;
  return (basicPlane[codePoint] = classify(codePoint));
}

function classify(codePoint: number): number {
  const char = String.fromCodePoint(codePoint);
  if (PAIRED_SCRIPT.test(char) && LETTER_OR_MARK.test(char)) return CharacterClass.paired;
  return WORD.test(char) ? CharacterClass.word : CharacterClass.separator;
}
