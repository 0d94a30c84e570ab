/** A date as it is written: what it leaves out is undefined. */
export interface WrittenParts {
  /** A mail writes its date as RFC 5322 has it. */
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

const MINUTE_MS = 60_000;
/** No date is longer. */
const LONGEST = 200;

/** ISO 8601: a year, a month, a day, a moment. */
const ISO =
  /^(?<year>\d{4})(?:-(?<month>\d\d)(?:-(?<day>\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$/i;
/** RFC 5322, with the years and zones of older mails. The name of the day adds nothing and may be of any language. */
const MAIL =
  /^(?:\p{L}+\.?, *)?(?<day>\d\d?) (?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) (?<year>\d{2,4}) (?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d))?(?: ?(?<zone>[+-]\d{4}|[a-z]+))?$/iu;
const MONTHS: readonly string[] = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Hours ahead of UTC; other names of zones say nothing (RFC 5322, 4.3). */
const ZONES: ReadonlyMap<string, number> = new Map([
  ...([
    ['EST', -5],
    ['EDT', -4],
    ['CST', -6],
    ['CDT', -5],
  ] as const),
  ...([
    ['MST', -7],
    ['MDT', -6],
    ['PST', -8],
    ['PDT', -7],
  ] as const),
]);

/** Reads a date in ISO 8601 or RFC 5322; undefined for any other text, and for a day or a time that there is not. */
export function writtenParts(text: string): WrittenParts | undefined {
  if (text.length > LONGEST) return undefined;
  const iso = ISO.exec(text.trim())?.groups;
  if (iso) return partsOf(iso, { form: 'iso', year: Number(iso['year']) });
  const line = text
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const mail = MAIL.exec(line)?.groups;
  if (!mail) return undefined;
  const month = String(MONTHS.indexOf(mail['name']?.toLowerCase() ?? '') + 1);
  return partsOf({ ...mail, month }, { form: 'mail', year: yearOf(mail['year'] ?? '') });
}

function partsOf(
  found: Readonly<Record<string, string | undefined>>,
  { form, year }: Pick<WrittenParts, 'form' | 'year'>,
): WrittenParts | undefined {
  const [month, day, hour, minute] = [found['month'], found['day'], found['hour'], found['minute']].map((digits) =>
    digits === undefined ? undefined : Number(digits),
  );
  const midnight = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  if (midnight.getUTCMonth() + 1 !== (month ?? 1) || midnight.getUTCDate() !== (day ?? 1)) return undefined;
  const zoneMs = zoneOf(found['zone'] ?? 'Z');
  if (hour === undefined || minute === undefined) return { form, year, month, day, timeMs: undefined, zoneMs };
  const second = Number(found['second'] ?? 0);
  // Minutes of 61 seconds have been.
  if (hour > 23 || minute > 59 || second > 60 || Number.isNaN(zoneMs)) return undefined;
  const ms = Number((found['fraction'] ?? '').slice(0, 3).padEnd(3, '0'));
  return { form, year, month, day, timeMs: (hour * 60 + minute) * MINUTE_MS + second * 1000 + ms, zoneMs };
}

/** Years of two and three digits are of this century or the last one (RFC 5322, 4.3). */
function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year;
}

/** @returns not a number for one that there is not */
function zoneOf(zone: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return (ZONES.get(zone.toUpperCase()) ?? 0) * 60 * MINUTE_MS;
  if (Number(hours) > 23 || Number(minutes) > 59) return Number.NaN;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
