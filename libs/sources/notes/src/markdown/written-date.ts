/** The years in which moments in milliseconds are taken for some. */
const MOMENTS = { first: Date.UTC(1990, 0), end: Date.UTC(2100, 0) };

const CLOCK = String.raw`(?:[T,]?\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?\s*(?<half>[ap]m)?\s*(?<zone>Z|(?:UTC|GMT)?[+-]\d{2}:?\d{2}|UTC|GMT)?(?:\s*\([^()]*\))?)?`;
const WEEKDAY = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?`;
const MONTH = String.raw`(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:[a-z]*)\.?`;

/** 2024; 2024-03; 2024-03-05, also with `/` and `.`; with a time of day. */
const YEAR_FIRST = expression(String.raw`(?<year>\d{4})(?:(?<mark>[-/.])(?<month>\d{1,2})(?:\k<mark>(?<day>\d{1,2})${CLOCK})?)?`);
/** A Zettelkasten's number: 20240305, 202403051430, 20240305143000. */
const DIGITS = expression(String.raw`(?<year>(?:19|20)\d\d)(?<month>\d\d)(?<day>\d\d)(?:(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?)?`);
/** 05.03.2024: the day is first wherever dates are written so. */
const DOTTED = expression(String.raw`(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})${CLOCK}`);
/** 05/03/2024, 05-03-2024: which comes first depends on the writer. */
const YEAR_LAST = expression(String.raw`(?<one>\d{1,2})(?<mark>[/-])(?<other>\d{1,2})\k<mark>(?<year>\d{4})${CLOCK}`);
/** 5 March 2024; Tue, 05 Mar 2024 14:30:00 +0100; March 2024. */
const DAY_FIRST = expression(String.raw`${WEEKDAY}(?:(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+)?${MONTH},?[\s-]+(?<year>\d{4})${CLOCK}`);
/** March 5, 2024; Tue Mar 05 2024 14:30:00 GMT+0100. */
const MONTH_FIRST = expression(String.raw`${WEEKDAY}${MONTH}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})${CLOCK}`);

/** What became of a date as people and programs write it. */
export interface WrittenDate {
  /** ISO 8601; undefined for what is no date, or may be one of two. */
  readonly at?: string | undefined;
  readonly isUndecided?: boolean;
}

/** Reads a date that is written out: of the forms that say it in one way alone. A time of day without a zone is of this machine's; a date without one
 *  begins at midnight UTC. A number is a year, the digits of a date, or milliseconds since 1970 between 1990 and 2100. */
export function readWrittenDate(value: unknown): WrittenDate {
  if (value instanceof Date) return { at: isoOf(value) };
  if (typeof value !== 'string' && typeof value !== 'number') return {};
  // A daily note may stand for its day.
  const text = String(value)
    .trim()
    .replace(/^\[\[([^[\]]*)\]\]$/, '$1');
  if (/^\d{12,13}$/.test(text) && Number(text) >= MOMENTS.first && Number(text) < MOMENTS.end) return { at: isoOf(new Date(Number(text))) };
  for (const form of [YEAR_FIRST, DIGITS, DOTTED, DAY_FIRST, MONTH_FIRST]) {
    const parts = form.exec(text)?.groups;
    if (parts) return { at: momentOf(parts) };
  }
  const parts = YEAR_LAST.exec(text)?.groups;
  return parts ? readYearLast(parts) : {};
}

type Parts = Readonly<Record<string, string | undefined>>;

function expression(source: string): RegExp {
  return new RegExp(`^${source}$`, 'i');
}

function readYearLast(parts: Parts): WrittenDate {
  const dayFirst = momentOf({ ...parts, day: parts['one'], month: parts['other'] });
  const monthFirst = momentOf({ ...parts, day: parts['other'], month: parts['one'] });
  if (dayFirst !== undefined && monthFirst !== undefined && dayFirst !== monthFirst) return { isUndecided: true };
  return { at: dayFirst ?? monthFirst };
}

/** @returns undefined for a day or a time that there is not */
function momentOf({ year, month = '1', name, day = '1', zone, ...clock }: Parts): string | undefined {
  const ofName = name === undefined ? -1 : MONTHS.indexOf(name.toLowerCase());
  const date = [Number(year), ofName === -1 ? Number(month) - 1 : ofName, Number(day)] as const;
  const midnight = new Date(Date.UTC(...date));
  if (date[0] < 1000 || midnight.getUTCMonth() !== date[1] || midnight.getUTCDate() !== date[2]) return undefined;
  if (clock['hour'] === undefined) return isoOf(midnight);
  const [hour, minute, second] = [hourOf(clock['hour'], clock['half']), Number(clock['minute']), Number(clock['second'] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const time = [hour, minute, second, Math.floor(Number(`0.${clock['fraction'] ?? '0'}`) * 1000)] as const;
  return isoOf(zone === undefined ? new Date(...date, ...time) : new Date(Date.UTC(...date, ...time) - zoneOf(zone)));
}

const MONTHS: readonly string[] = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function hourOf(hour: string, half: string | undefined): number {
  if (half === undefined) return Number(hour);
  return Number(hour) > 12 ? Number.NaN : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

/** How far a zone is before UTC, in milliseconds. */
function zoneOf(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

function isoOf(moment: Date): string | undefined {
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
