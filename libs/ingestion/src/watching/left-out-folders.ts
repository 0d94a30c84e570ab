import { stat } from 'node:fs/promises';
import type { SourceRecord } from '@tributary/engines-port';
import type { SourceReader } from '@tributary/sources-port';

/** They come later as well: with the first commit, or the first install. */
const USUAL = ['.git', 'node_modules', '.tributary'];
const NEVER_DOCUMENTS = new Set(['ignored', 'secret', 'old-version', 'generated']);

/** Folders of a source in which nothing is a document, as a walk finds them now: to watch them would be in vain. */
export async function leftOutFolders(
  reader: SourceReader,
  { location, ignore }: SourceRecord,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if ((await stat(location)).isFile()) return [];
  const found = new Set(USUAL);
  for await (const entry of reader.scan(location, { signal, ignore })) {
    if (!entry.found && entry.path.endsWith('/') && NEVER_DOCUMENTS.has(entry.reason)) found.add(entry.path.slice(0, -1));
  }
  return [...found];
}
