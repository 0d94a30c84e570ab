import { normalise } from '../analysis/fold.js';

/** A day as a text writes it. */
export interface WrittenDate {
  /** Year, month and day with a space between them, by which it is known however it is written: `2019 03 07`. */
  readonly day: string;
  readonly written: string;
  /** Its numbers and words in lower case, of what has both as a whole and in parts. */
  readonly parts: readonly string[];
}

/** By month, in English, German and French, with and without marks, whole and short. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januar', 'jänner', 'janvier', 'jan', 'jän', 'janv'],
  ['february', 'februar', 'februari', 'février', 'fevrier', 'feb', 'févr', 'fév'],
  ['march', 'märz', 'maerz', 'mars', 'mar', 'mär', 'mrz'],
  ['april', 'avril', 'apr', 'avr'],
  ['may', 'mai'],
  ['june', 'juni', 'juin', 'jun'],
  ['july', 'juli', 'juillet', 'jul', 'juil'],
  ['august', 'août', 'aout', 'aug'],
  ['september', 'septembre', 'sept', 'sep'],
  ['october', 'oktober', 'octobre', 'oct', 'okt'],
  ['november', 'novembre', 'nov'],
  ['december', 'dezember', 'décembre', 'decembre', 'dec', 'dez', 'déc'],
];
const NUMBER_OF = new Map(MONTHS.flatMap((names, at) => names.map((name) => [name, at + 1] as const)));
const NAME = [...NUMBER_OF.keys()].toSorted((a, b) => b.length - a.length).join('|');
const YEAR = String.raw`(?:1[0-9]|20)\d\d`;
const FROM = String.raw`(?<![\p{L}\p{N}_]|\p{N}[-./:,'’])`;
const TO = String.raw`(?![\p{L}\p{N}_]|[-/:.]\p{N})`;

/** Of numbers: the year first, or the day with points, beside which a space may stand. Of others, as 03/04/2019 and 03-04-2019, which of both is the month only its writer knows, unless one is none. */
const YEAR_FIRST = String.raw`(?<y1>${YEAR})(?<sign>[-./:_])(?<m1>\d{1,2})\k<sign>(?<d1>\d{1,2})(?=[^\p{L}\p{N}]|$|[tT_]\d)(?![-./:]\p{N})`;
const DAY_FIRST = String.raw`(?<d2>\d{1,2})\. ?(?<m2>\d{1,2})\. ?(?<y2>${YEAR})${TO}`;
const EITHER = String.raw`(?<a3>\d{1,2})(?<stroke>[-/])(?<b3>\d{1,2})\k<stroke>(?<y3>${YEAR})${TO}`;
/** In words: `7. März 2019`, `7th of March, 2019`, `1er mars 2019`, `7-Mar-2019`, `March 7, 2019`. */
const DAY_AND_NAME = String.raw`(?<d4>\d{1,2})(?:\.|st|nd|rd|th|er)?[ -]?(?:(?:of|de) )?(?<n4>${NAME})\.?,?[ -](?<y4>${YEAR})${TO}`;
const NAME_AND_DAY = String.raw`(?<n5>${NAME})\.? (?:the )?(?<d5>\d{1,2})(?:st|nd|rd|th)?,? (?<y5>${YEAR})${TO}`;
/** Bounded: what repeats is of digits, four at most; each begins with few digits or a name, and nothing in it repeats. */
const DATES = new RegExp(`${FROM}(?:${[YEAR_FIRST, DAY_FIRST, EITHER, DAY_AND_NAME, NAME_AND_DAY].join('|')})`, 'giu');
const PARTS = /\p{L}+|\p{N}+/gu;
const ORDINALS = /(?<!\p{N})\p{N}+\p{L}+/gu;
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The whole dates that a text writes in one of the usual ways of English, German and French; one that may be two days is both. */
export function writtenDates(text: string): readonly WrittenDate[] {
  return [...normalise(text).matchAll(DATES)].flatMap(({ 0: written, groups = {} }) => {
    const lower = written.toLowerCase();
    const parts = [...(lower.match(PARTS) ?? []), ...(lower.match(ORDINALS) ?? [])];
    return daysOf(groups).map((day) => ({ day, written, parts }));
  });
}

/** Those of a query that are one day. */
export function datesAsked(query: string): readonly WrittenDate[] {
  const dates = writtenDates(query);
  return dates.filter(({ written, day }) => dates.every((other) => other.written !== written || other.day === day));
}

/** A text without some of its dates. */
export function withoutDates(text: string, dates: readonly WrittenDate[]): string {
  return dates.reduce((rest, { written }) => rest.replaceAll(written, ' '), normalise(text));
}

/** In which ways an index may have the words of a day: its number and that of its month with and without a nought, and the month by its names. */
export function writingsOfDay(day: string): readonly [string, ...string[]] {
  const [year = '', month = '', date = ''] = day.split(' ');
  const [m, d] = [Number(month).toString(), Number(date).toString()];
  const names = MONTHS[Number(month) - 1] ?? [];
  const inWords = names.flatMap((name) => [`${year} ${name} ${d}`, `${year} ${name} ${date}`]);
  return [day, ...new Set([`${year} ${m} ${d}`, ...inWords])];
}

type Groups = Readonly<Record<string, string | undefined>>;

function daysOf({ y1, m1, d1, y2, m2, d2, y3, a3, b3, y4, n4, d4, y5, n5, d5 }: Groups): readonly string[] {
  const name = n4 ?? n5;
  if (name !== undefined) return dayOf(y4 ?? y5, NUMBER_OF.get(name.toLowerCase()), d4 ?? d5);
  if (y3 !== undefined) return [...new Set([...dayOf(y3, Number(b3), a3), ...dayOf(y3, Number(a3), b3)])];
  return dayOf(y1 ?? y2, Number(m1 ?? m2), d1 ?? d2);
}

/** None where there is no such day. */
function dayOf(year = '', month = 0, date = ''): readonly string[] {
  const day = Number(date);
  if (day < 1 || day > (DAYS_OF_MONTHS[month - 1] ?? 0)) return [];
  return [`${year} ${month.toString().padStart(2, '0')} ${day.toString().padStart(2, '0')}`];
}

/** Whether a word in lower case is a month, whole or short. */
export function isMonth(word: string): boolean {
  return NUMBER_OF.has(word);
}

/** Whether a number is known as a day is: `2019 03 07`. */
export function isDay(sequence: string): boolean {
  return /^\d{4} \d\d \d\d$/.test(sequence);
}
