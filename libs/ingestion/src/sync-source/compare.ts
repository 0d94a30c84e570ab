import type { FoundEntry } from '@tributary/sources-port';
import type { KnownDocument } from './known-documents.js';

type FileState = Pick<FoundEntry, 'path' | 'size' | 'mtimeMs' | 'validator'>;

/** The error of a tombstone whose file was found to be no document when it was read. */
export const LEFT_OUT = 'SOURCE.FILE_LEFT_OUT';

/** What a file is against the document known of it: `look` when only its content can tell. */
export type Comparison = 'added' | 'unchanged' | 'left-out' | 'again' | 'look';

/** Compares by path and the source's validator, where it has none by size and time of modification, without reading the document. A failed document is tried again; one a person deleted stays deleted
 *  while its file stays the same. */
export function compare(known: KnownDocument | undefined, { path, size, mtimeMs, validator }: FileState): Comparison {
  if (known === undefined) return 'added';
  if (known.state === 'failed') return 'again';
  const { file } = known;
  const hasSameHint = validator === undefined ? file?.size === size && file.mtime_ms === mtimeMs : file?.validator === validator;
  const looksSame = file?.path === path && hasSameHint;
  if (looksSame) return known.error?.code === LEFT_OUT ? 'left-out' : 'unchanged';
  return known.state === 'deleted' || known.hash === '' ? 'again' : 'look';
}
