import type { KnownDocument } from './known-documents.js';

interface FileState {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** The error of a tombstone whose file was found to be no document when it was read. */
export const LEFT_OUT = 'SOURCE.FILE_LEFT_OUT';

/** What a file is against the document known of it: `look` when only its content can tell. */
export type Comparison = 'added' | 'unchanged' | 'left-out' | 'again' | 'look';

/** Compares by path, size and time of modification, without reading the file. A failed document is tried again; one a person deleted stays deleted
 *  while its file stays the same. */
export function compare(known: KnownDocument | undefined, { path, size, mtimeMs }: FileState): Comparison {
  if (known === undefined) return 'added';
  if (known.state === 'failed') return 'again';
  const { file } = known;
  const looksSame = file?.path === path && file.size === size && file.mtime_ms === mtimeMs;
  if (looksSame) return known.error?.code === LEFT_OUT ? 'left-out' : 'unchanged';
  return known.state === 'deleted' || known.hash === '' ? 'again' : 'look';
}
