/** Days on which calendars of programs begin: who writes one knows no day. */
const NO_DAY = new Set(['1601-01-01', '1899-12-30', '1904-01-01', '1970-01-01', '1980-01-01']);
/** Calibre writes the year 101 where it knows none. */
const YEARS = { first: 1400, last: 9999 };

/** The moment that a file says it was written or changed at, in ISO 8601; undefined for none, and for what programs write in place of one. */
export function writtenMoment(value: string | undefined): string | undefined {
  const date = new Date(value ?? '');
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < YEARS.first || year > YEARS.last) return undefined;
  const moment = date.toISOString();
  return NO_DAY.has(moment.slice(0, 10)) ? undefined : moment;
}
