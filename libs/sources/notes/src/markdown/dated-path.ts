import { readWrittenDate } from './written-date.js';

/** A day at the beginning of a name: 2019-06-20, 2019_06_20, 2019.06.20, 20190620; a Zettelkasten's number goes on with the time. */
const DATED_NAME = /^(?:(?<year>\d{4})(?<mark>[-_.])(?<month>\d\d)\k<mark>(?<day>\d\d)|(?<digits>(?:19|20)\d{6})(?:\d{4}|\d{6})?)(?!\d)/;
/** 2019/06/20.md: one folder a year, one a month. */
const DATED_FOLDERS = /(?:^|\/)(?<year>\d{4})\/(?<month>\d\d)\/(?<day>\d\d)\.[^./]*$/;

/** The day by which a note is named, as diaries are.
 *  @returns ISO 8601, its midnight in UTC; undefined for a name that begins with no date, or with a day that there is not */
export function dayOfPath(path: string): string | undefined {
  const parts = DATED_NAME.exec(path.slice(path.lastIndexOf('/') + 1))?.groups ?? DATED_FOLDERS.exec(path)?.groups;
  if (parts === undefined) return undefined;
  const { year = '', month = '', day = '', digits = `${year}-${month}-${day}` } = parts;
  return readWrittenDate(digits).at;
}
