/** Superscripts that Unicode has, which fold to plain digits and signs: `m²` is found as `m2`. */
const RAISED: Readonly<Record<string, string>> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '-': '⁻',
};
const SIGNS = /[-−–]/g;
/** `23`, `-1`, `n`, `n-1`; letters that are the end of ordinals (`2e`, `1o`, `4th`) or measure time (`5h`) are none. */
const EXPONENT = /^(?:[-+]?\d+(?:[.,/]\d+)?|[-+]?[ijknpqxyz](?:[-+]\d+)?)$/;
/** `2`, `-1`, `3+`, `-`. */
const POWER = /^(?:[-+]?\d{1,2}|\d?[-+])$/;
const NUMBERS = /^\d{1,3}(?:[-,] ?\d{1,3})*$/;
const MARK = /^(?:\d{1,4}|[a-z]|[ivxlc]{1,6})$/i;
/** What of a text tells, in UTF-16 units. */
const LONGEST_END = 16;
/** A number, also where it ends a bracket, and so does a variable. */
const NUMBER_BEFORE = /(?:\d[)\]]?|(?<!\p{L})\p{L}{1,3}[)\]])$/u;
/** Units, elements, variables; longer words are not raised to a power. */
const BASE_BEFORE = /(?<![\p{L}\p{M}])\p{L}{1,3}$/u;
const SENTENCE_BEFORE = /[\p{L}\p{M}\p{Pe}\p{Pf}.,;:!?…"']$/u;

/** The end of a text that something was added to, as long as what is raised beside it may tell of it. */
export function endOf(before: string, added: string): string {
  return (added.length < LONGEST_END ? before + added : added).slice(-LONGEST_END);
}

/** What is raised, as it is to be written behind a text so that neither numbers nor words are changed: a power of a number as `10^23`, of a unit as `m²`, and
 *  the number of a foot note as `[1]`; everything else as it stands. @param before the text it is raised beside */
export function superscript(raised: string, before: string): string {
  const plain = raised.trim().replaceAll(SIGNS, '-');
  const end = before.slice(-LONGEST_END);
  if (NUMBER_BEFORE.test(end)) return EXPONENT.test(plain) ? `^${plain}` : raised;
  if (BASE_BEFORE.test(end) && POWER.test(plain)) return Array.from(plain, (sign) => RAISED[sign] ?? sign).join('');
  return SENTENCE_BEFORE.test(end) && NUMBERS.test(plain) ? `[${plain}]` : raised;
}

/** The base of a number (`1010_2`); everything else as it stands: `H2O`. */
export function subscript(lowered: string, before: string): string {
  return /\d$/.test(before) && /^\d+$/.test(lowered.trim()) ? `_${lowered.trim()}` : lowered;
}

/** The mark of a foot note: `1` is `[1]`; signs, and what has brackets of its own, stay. */
export function noteMark(mark: string): string {
  return MARK.test(mark.trim()) ? `[${mark.trim()}]` : mark;
}
