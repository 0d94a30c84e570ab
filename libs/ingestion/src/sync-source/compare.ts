import type { FoundEntry } from '@tributary/sources-port';
import type { KnownDocument } from './known-document.js';

type FileState = Pick<FoundEntry, 'path' | 'size' | 'mtimeMs' | 'inode' | 'validator'>;

/** The error of a tombstone whose file was found to be no document when it was read. */
export const LEFT_OUT = 'SOURCE.FILE_LEFT_OUT';

/** What a file is against the document known of it: `look` when only its content can tell. */
export type Comparison = 'added' | 'unchanged' | 'left-out' | 'deleted' | 'again' | 'look';

/** Why a file is left out whose document a person deleted. */
export const DELETED = 'deleted';

/** Compares by path and the source's validator, where it has none by size, time of modification and number of the file, without reading it: hints, of which
 *  each that differs has it read. A failed document is tried again; one a person deleted stays deleted while the content of its file stays the same. */
export function compare(known: KnownDocument | undefined, { path, size, mtimeMs, inode, validator }: FileState): Comparison {
  if (known === undefined) return 'added';
  if (known.state === 'failed') return 'again';
  const { file } = known;
  const hasSameLooks = file?.size === size && file.mtime_ms === mtimeMs && isSameFile(file.inode, inode);
  const looksSame = file?.path === path && (validator === undefined ? hasSameLooks : file.validator === validator);
  if (!looksSame) return known.hash === '' ? 'again' : 'look';
  if (known.error?.code === LEFT_OUT) return 'left-out';
  return known.state === 'deleted' ? 'deleted' : 'unchanged';
}

/** A number that one side does not know tells nothing. */
function isSameFile(known: number | undefined, met: number | undefined): boolean {
  return known === undefined || met === undefined || known === met;
}
