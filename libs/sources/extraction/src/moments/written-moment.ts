import { writtenParts, type WrittenParts } from './written-parts.js';

/** Days on which calendars of programs begin: who writes one knows no day. */
const NO_DAY = new Set(['1601-01-01', '1899-12-30', '1904-01-01', '1970-01-01', '1980-01-01']);
/** Calibre writes the year 101 where it knows none. */
const FIRST_YEAR = 1400;
const DAY_MS = 24 * 3_600_000;

/** The moment that a file says it was written or changed at, in ISO 8601; undefined for what is none, or may be read in several ways, for what programs
 *  write in place of one, and for what lies more than a day ahead. Where no zone is said, it is UTC.
 *  @param now in milliseconds since 1970 */
export function writtenMoment(value: string | undefined, now = Date.now()): string | undefined {
  const parts = writtenParts(value ?? '');
  if (parts === undefined || parts.year < FIRST_YEAR) return undefined;
  const { year, month = 1, day = 1, timeMs = 0, zoneMs } = parts;
  const at = Date.UTC(year, month - 1, day) + timeMs - zoneMs;
  return at > now + DAY_MS || isPlaceholder(parts, at) ? undefined : new Date(at).toISOString();
}

/** Only who writes a whole day means one: a book of 1980 is of that year. Mails were sent on some of these days, though not at midnight. */
function isPlaceholder({ form, year, month, day, timeMs = 0 }: WrittenParts, at: number): boolean {
  if (month === undefined || day === undefined) return false;
  if (at === 0) return true;
  const written = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return NO_DAY.has(written) && (form === 'iso' || timeMs === 0 || at % DAY_MS === 0);
}
