import { zoneMsOf } from './written-zone.js';

/** A date as it is written: what it leaves out is undefined. */
export interface WrittenParts {
  /** The month is a number, as in ISO 8601, or has a name, as in mails. */
  readonly form: 'iso' | 'mail';
  readonly year: number;
  /** From 1. */
  readonly month: number | undefined;
  readonly day: number | undefined;
  /** Of its day, where it stands. */
  readonly timeMs: number | undefined;
  /** How far that is ahead of UTC; without a zone, nothing. */
  readonly zoneMs: number;
}

type Found = Readonly<Record<string, string | undefined>>;

const MINUTE_MS = 60_000;
/** No date is longer. */
const LONGEST = 200;

const ZONE = String.raw`(?<zone>[a-z]*[+-]\d\d(?::?\d\d)?(?: [a-z]+)?|[a-z]+)`;
const TIME = String.raw`(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?: ?(?<half>[ap]m)\b)?(?: ?${ZONE})?`;
/** The name of a day adds nothing, and may be of any language. */
const DAY_NAME = String.raw`(?:\p{L}+(?:[.,]+ *| +))?`;
const MONTH = String.raw`(?<name>[a-z]{3,9})\.?`;

/** ISO 8601: a year, a month, a day, a moment. As programs write it, also with single digits, slashes, and blanks before the time and its zone. */
const ISO: readonly RegExp[] = [
  String.raw`(?<year>\d{4})(?:\.|-(?<month>\d\d))?`,
  String.raw`(?<year>\d{4})(?<between>[-/])(?<month>\d\d?)\k<between>(?<day>\d\d?)(?:[T ]${TIME})?`,
].map(whole);
/** RFC 5322, with the years and zones of older mails, and as programs write it otherwise: `date`, `asctime`, JavaScript, people in English. */
const MAIL: readonly RegExp[] = [
  String.raw`${DAY_NAME}(?<day>\d\d?)(?<between>[ -])${MONTH}\k<between>(?<year>\d{2,4})(?:,? ${TIME})?`,
  String.raw`${DAY_NAME}${MONTH} (?<day>\d\d?),? (?<year>\d{4})(?:,? ${TIME})?`,
  String.raw`${DAY_NAME}${MONTH} (?<day>\d\d?) ${TIME} (?<year>\d{4})`,
  String.raw`${MONTH},? (?<year>\d{4})`,
].map(whole);
const MONTHS: readonly string[] = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** Reads a date in ISO 8601, in RFC 5322, or as programs write them in place of those; undefined for any other text, for one that may be read in several ways,
 *  and for a day or a time that there is not. */
export function writtenParts(text: string): WrittenParts | undefined {
  if (text.length > LONGEST) return undefined;
  const line = withoutComments(text).replaceAll(/\s+/g, ' ').trim();
  const iso = firstMatch(ISO, line);
  if (iso) return partsOf(iso, { form: 'iso', year: Number(iso['year']) });
  const mail = firstMatch(MAIL, line);
  const month = mail && monthOf(mail['name'] ?? '');
  return month === undefined ? undefined : partsOf({ ...mail, month }, { form: 'mail', year: yearOf(mail?.['year'] ?? '') });
}

function whole(form: string): RegExp {
  return new RegExp(`^${form}$`, 'iu');
}

function firstMatch(forms: readonly RegExp[], line: string): Found | undefined {
  for (const form of forms) {
    const groups = form.exec(line)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

/** Comments stand in comments. */
function withoutComments(text: string): string {
  const without = text.replaceAll(/\([^()]*\)/g, ' ');
  return without === text ? text : withoutComments(without);
}

/** @returns its number, from 1; undefined for a word that begins no name of a month */
function monthOf(name: string): string | undefined {
  const index = MONTHS.findIndex((month) => month.startsWith(name.toLowerCase()));
  return index < 0 ? undefined : String(index + 1);
}

function partsOf(found: Found, { form, year }: Pick<WrittenParts, 'form' | 'year'>): WrittenParts | undefined {
  const [month, day] = [found['month'], found['day']].map((digits) => (digits === undefined ? undefined : Number(digits)));
  const midnight = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  if (midnight.getUTCMonth() + 1 !== (month ?? 1) || midnight.getUTCDate() !== (day ?? 1)) return undefined;
  const zoneMs = zoneMsOf(found['zone'] ?? 'Z');
  const timeMs = found['hour'] === undefined ? undefined : timeMsOf(found);
  return Number.isNaN(zoneMs) || Number.isNaN(timeMs) ? undefined : { form, year, month, day, timeMs, zoneMs };
}

/** @returns not a number for one that there is not */
function timeMsOf({ half, fraction = '', ...found }: Found): number {
  const [written, minute, second] = [Number(found['hour']), Number(found['minute']), Number(found['second'] ?? 0)];
  const isOfHalf = half === undefined || (written >= 1 && written <= 12);
  const hour = half === undefined ? written : (written % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  // Minutes of 61 seconds have been.
  if (!isOfHalf || hour > 23 || minute > 59 || second > 60) return Number.NaN;
  return (hour * 60 + minute) * MINUTE_MS + second * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

/** Years of two and three digits are of this century or the last one (RFC 5322, 4.3). */
function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year;
}
