import { normalise } from '../analysis/fold.js';
import { STOP_WORDS } from '../analysis/stop-words.js';
import { isFunctionWord } from './function-words.js';
import { isNumberedAcronym } from './numbered-acronyms.js';
import { isMonth } from './written-dates.js';

/** Of a longer query the first ones. */
const MOST = 8;
const HYPHEN = '[-‐]';
/** Letters, numbers behind hyphens, and at most two letters more: `E-17`, `KF-2041`, `AN-2026-118`, `XD2442-023529`, `CVE-2024-3094`, `KF-2041-B`. Of `E-17-Fehler` the first two parts are one. None is an index or an argument of code, as in `row[N-1]`.
 *  Bounded: each group is, and none begins behind a letter, a number or a hyphen. */
const CODES = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_]|[\p{L}\p{N}_@/.]${HYPHEN}|[-@]|[\p{L}\p{N}_\])][[(])(?:\p{Lu}{1,4}${HYPHEN}){0,2}\p{L}{1,10}\p{N}{0,6}(?:${HYPHEN}\p{N}{1,12}){1,3}(?:${HYPHEN}?\p{Lu}{1,2})?(?![\p{L}\p{M}\p{N}_]|[-./:‐]\p{N})`,
  'gu',
);
const PARTS = /[\p{L}\p{N}]+/gu;
const LETTERS = /\p{L}+/gu;
const DIGITS = /\p{N}/gu;
const A_YEAR = /^(?:19\d|20[0-3])\d$/;
/** More letters are a word, which tells by itself: `COVID-19`. */
const MOST_LETTERS = 4;
/** With so many digits a word is a code all the same, `TICKET-1123`; small letters, `kf-2041`, are one with no fewer, where they are few and no word, and the number is no year: `i-1`, `px-2`, `in-2024`, `port-8080`, `covid-19`. */
const DIGITS_OF_WORDS = 3;
const MOST_SMALL_LETTERS = 3;
/** With more it is the number of a part or an order all the same: `MD-2041`. */
const MOST_DIGITS_OF_ACRONYMS = 3;
/** Quarters, halves and years of accounts: `Q3-2024`, `FY-2024`. */
const A_PERIOD = /^(?:q[1-4]|h[12]|[fc]y|[ck]w\d{0,2})$/;

/** What a query calls one thing by, letters and numbers with hyphens between them: the code of an error, the number of a part, an offer or a ticket. Each as often as the query says it, in lower case, with a space
 *  between its parts. */
export function codesIn(query: string): readonly string[] {
  return written(query).slice(0, MOST).map(wholeOf);
}

/** A query without them. */
export function withoutCodes(query: string): string {
  return normalise(query).replace(CODES, (code) => (isCode(code) ? ' ' : code));
}

/** Those of these that a text says, however it parts them: `E17` and `E 17` are `E-17`, too.
 *  @param asked as `codesIn` tells them, beside what else is written as one */
export function codesSaid(text: string, asked: readonly string[]): readonly string[] {
  const codes = asked.filter(isCodeAsOne);
  if (codes.length === 0) return [];
  const normal = normalise(text);
  const lower = normal.toLowerCase();
  return codes.filter((code) => code.split(' ').every((part) => lower.includes(part))).flatMap((code) => timesIn(normal, code));
}

/** Whether something written as one is a code. */
export function isCodeAsOne(whole: string): boolean {
  return /^\p{L}[\p{L}\p{N} ]* \p{N}+(?: ?\p{L}{1,2})?$/u.test(whole);
}

/** The parts of a code that tell little beside it. */
export function partsOfCode(code: string): readonly string[] {
  return code.split(' ').filter((part) => part.length <= MOST_LETTERS || /\p{N}/u.test(part));
}

function written(text: string): readonly string[] {
  return (normalise(text).match(CODES) ?? []).filter(isCode);
}

function wholeOf(code: string): string {
  return (code.toLowerCase().match(PARTS) ?? []).join(' ');
}

function isCode(code: string): boolean {
  const letters = code.match(LETTERS) ?? [];
  const [first = '', ...groups] = code.toLowerCase().split(/[-‐]/u);
  if (letters.some((word) => isMonth(word.toLowerCase()))) return false;
  const isOfYear = groups.length === 1 && A_YEAR.test(groups[0] ?? '');
  if (isNumberedAcronym(first) && (isOfYear || groups.every(({ length }) => length <= MOST_DIGITS_OF_ACRONYMS))) return false;
  const digits = (code.match(DIGITS) ?? []).length;
  const isOfCapitals = letters.every((word) => word === word.toUpperCase());
  if (isOfCapitals) return !(isOfYear && A_PERIOD.test(first)) && (digits >= DIGITS_OF_WORDS || letters.every(isShort));
  return (
    !isOfYear && digits >= DIGITS_OF_WORDS && letters.every((word) => word.length <= MOST_SMALL_LETTERS && !saysLittle(word.toLowerCase()))
  );
}

function isShort({ length }: string): boolean {
  return length <= MOST_LETTERS;
}

function saysLittle(word: string): boolean {
  return word.length > 1 && (STOP_WORDS.has(word) || isFunctionWord(word));
}

/** Between one small letter and a number, or a letter that is a word, a blank stands in any sentence. */
function timesIn(text: string, code: string): readonly string[] {
  const parts = code.split(' ');
  const said = text.match(new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}_])${parts.join('[-‐‑–_/. ]?')}(?![\p{L}\p{M}\p{N}_])`, 'giu')) ?? [];
  return said.filter((one) => !/^(?:\p{Ll}|[AI]) /u.test(one)).map(() => code);
}
