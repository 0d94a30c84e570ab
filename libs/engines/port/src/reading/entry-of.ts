import type { PointPayload } from '@tributary/contracts';

/** What tells of a passage whether its document is made of entries, and in which one it stands. */
export type EntryPlace = Pick<PointPayload, 'chunk_index' | 'lang' | 'path' | 'section' | 'created_at' | 'metadata'>;

/** Tables in text, one record a line. A language of people, where one was found out, hides theirs. */
const ROWS = /\.(?:csv|tsv|jsonl|ndjson)$/i;
const ROW_LANGUAGES: ReadonlySet<string | undefined> = new Set(['csv', 'jsonl']);

/** Which entry of its document a passage stands in, where that is made of entries which have nothing to do with each other: a mail of a mailbox (those of one subject and one moment are one), or the rows
 *  that a passage of a table in text holds. @returns undefined in all other documents */
export function entryOf(place: EntryPlace): string | undefined {
  const { chunk_index: chunk, section, created_at: moment = '' } = place;
  if (!hasEntries(place)) return undefined;
  return section === undefined ? chunk.toString() : `${moment} ${section}`;
}

/** Whether the document of a passage is made of entries. */
export function hasEntries({ lang, path = '', section, metadata }: Omit<EntryPlace, 'chunk_index'>): boolean {
  if (metadata?.['format'] === 'mbox') return section !== undefined;
  return ROW_LANGUAGES.has(lang) || ROWS.test(path);
}
