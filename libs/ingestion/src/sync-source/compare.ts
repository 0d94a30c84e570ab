import type { FoundEntry } from '@tributary/sources-port';
import { ENDS_PROCESS } from '../documents/ends-its-process.js';
import type { KnownDocument } from './known-document.js';

type FileState = Pick<FoundEntry, 'path' | 'size' | 'mtimeMs' | 'inode' | 'ctimeMs' | 'validator' | 'content'>;

/** The error of a tombstone whose file was found to be no document when it was read. */
export const LEFT_OUT = 'SOURCE.FILE_LEFT_OUT';

/** What a file is against the document known of it: `look` when only its content can tell. */
export type Comparison = 'added' | 'unchanged' | 'left-out' | 'deleted' | 'blamed' | 'again' | 'look';

/** Why a file is left out whose document a person deleted. */
export const DELETED = 'deleted';

/** Why a file is left out that says what a person deleted from another source of the collection. */
export const DELETED_OF_ANOTHER = 'deleted-of-another';

/** Why a file is left out in which processes ended again and again. */
export const BLAMED = 'ends-process';

/** Compares by path and the source's validator, where it has none by size, number and times of the file (of modification and of change), without reading it: hints, of which
 *  each that differs has it read. A failed document is tried again, but not one in which processes ended while its file looks the same; one a person deleted stays
 *  deleted while the content of its file stays the same. */
export function compare(
  known: KnownDocument | undefined,
  { path, size, mtimeMs, inode, ctimeMs, validator, content }: FileState,
): Comparison {
  if (known === undefined) return 'added';
  const isBlamed = known.state === 'failed' && known.error?.code === ENDS_PROCESS;
  if (known.state === 'failed' && !isBlamed) return 'again';
  const { file } = known;
  const hasSameLooks = file?.size === size && file.mtime_ms === mtimeMs && fits(file.inode, inode) && fits(file.ctime_ms, ctimeMs);
  const looksSame = file?.path === path && (validator === undefined ? hasSameLooks : file.validator === validator);
  // Only what was read already is looked into here: in a sync, too, its process would end.
  if (isBlamed) return looksSame ? 'blamed' : content === undefined ? 'again' : 'look';
  if (!looksSame) return known.hash === '' ? 'again' : 'look';
  if (known.error?.code === LEFT_OUT) return 'left-out';
  return known.state === 'deleted' ? 'deleted' : 'unchanged';
}

/** What one side does not know tells nothing. */
function fits(known: number | undefined, met: number | undefined): boolean {
  return known === undefined || met === undefined || known === met;
}
