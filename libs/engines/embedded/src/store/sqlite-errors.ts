import { isAbort, permanent, retryable, TributaryError } from '@tributary/kernel';
import { isReadOnlyDisk } from '@tributary/kernel/places';
import { SQLITE, extendedCodeOf, resultCodeOf } from '@tributary/kernel/sqlite';
import { dirname } from 'node:path';

/** What means trouble outside the program. */
const ENVIRONMENT: readonly number[] = [
  SQLITE.BUSY,
  SQLITE.LOCKED,
  SQLITE.READONLY,
  SQLITE.IO_ERROR,
  SQLITE.CORRUPT,
  SQLITE.FULL,
  SQLITE.CANNOT_OPEN,
  SQLITE.NOT_A_DATABASE,
  SQLITE.PERMISSION,
];
/** Extended codes of what was written and not taken: SQLITE_IOERR_WRITE, _FSYNC, _TRUNCATE, _SHMSIZE. A file at its limit of size gives these, not FULL. */
const WRITE_ERRORS: readonly number[] = [778, 1034, 1546, 4874];

/** What is not allowed, to this user or on this disk. */
const FORBIDDEN: readonly number[] = [SQLITE.READONLY, SQLITE.CANNOT_OPEN, SQLITE.PERMISSION];

/** True for an error of the file or the disk rather than of one statement: the whole transaction is lost. */
export function isEnvironmentError(error: unknown): boolean {
  return ENVIRONMENT.includes(resultCodeOf(error) ?? 0);
}

/** True where a file of the store could not be opened, and not since its disk is read-only. */
export function isNotOpened(error: unknown, file: string): boolean {
  return resultCodeOf(error) === SQLITE.CANNOT_OPEN && !isReadOnlyDisk(dirname(file));
}

/** What is said of a store that cannot be opened: nobody waits for it. */
export function explainOpening(error: unknown, file: string): unknown {
  if (!(error instanceof TributaryError) && FORBIDDEN.includes(resultCodeOf(error) ?? 0)) {
    return folderUnusable(file, isReadOnlyDisk(dirname(file)) ? 'its disk is read-only' : 'it cannot be written', error);
  }
  return explainStoreError(error, file);
}

/** An error of SQLite or of the file system, of a store that is open, as one that says what to do; anything else as it is. */
export function explainStoreError(error: unknown, file: string): unknown {
  if (error instanceof TributaryError || isAbort(error)) return error;
  if (isClosed(error)) return engineClosed(error);
  switch (resultCodeOf(error)) {
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return retryable('ENGINE.BUSY', 'Another process keeps the store locked; the call may be repeated.', { cause: error });
    case SQLITE.FULL:
      return retryable('ENGINE.DISK_FULL', `No space is left for ${file}: nothing was written. Free some disk space and try again.`, {
        category: 'overloaded',
        cause: error,
      });
    case SQLITE.CANNOT_OPEN:
      return isNotOpened(error, file) ? notOpened(file, error) : notTaken(file, error);
    case SQLITE.READONLY:
    case SQLITE.PERMISSION:
      return notTaken(file, error);
    case SQLITE.CORRUPT:
    case SQLITE.NOT_A_DATABASE:
      return storeDamaged(`${file} is damaged or not a Tributary store`, error);
    case SQLITE.CONSTRAINT:
      return pointIdTaken(error);
    case SQLITE.IO_ERROR:
      if (WRITE_ERRORS.includes(extendedCodeOf(error) ?? 0)) return notTaken(file, error);
      return retryable('ENGINE.IO', `Reading or writing ${file} failed: check the disk and try again.`, { cause: error });
    default:
      return error;
  }
}

export function engineClosed(cause?: unknown): TributaryError {
  return permanent('ENGINE.CLOSED', 'The engine has been closed.', { category: 'unavailable', cause });
}

export function pointIdTaken(cause?: unknown): TributaryError {
  return permanent(
    'ENGINE.POINT_ID_TAKEN',
    'A point of another document has the same id: ids are made of the document’s key and the chunk’s number.',
    { category: 'conflict', cause },
  );
}

/** The data folder cannot serve. */
export function folderUnusable(path: string, why: string, cause?: unknown): TributaryError {
  return permanent(
    'ENGINE.FOLDER_UNUSABLE',
    `${path} cannot be used: ${why}. Choose another data folder or give this user write access to it.`,
    {
      category: 'denied',
      cause,
    },
  );
}

/** Says how a damaged store is mended. A copy put beside the write-ahead log of the damaged file is damaged by it in turn, so the sentence never asks for one. @param what is wrong, a clause */
export function storeDamaged(what: string, cause?: unknown): TributaryError {
  return permanent(
    'ENGINE.STORE_DAMAGED',
    `${what}. End Tributary and put a backup back with "tributary restore FOLDER --replace"; or move the file away together with those of its name that end in -wal and -shm, start, which says how to begin with an empty one, and index again.`,
    { category: 'internal', cause },
  );
}

/** There is no store, or nothing in it, where there was one. */
export function storeMissing(file: string): TributaryError {
  return permanent('ENGINE.STORE_MISSING', `${file} is missing or empty, though a store was made there.`, { category: 'internal' });
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
}

/** A store that is open opens files for every long read, and for what it sorts: SQLite does not say why the system gives one no more. */
function notOpened(file: string, cause: unknown): TributaryError {
  return retryable(
    'ENGINE.IO',
    `${file}, or a file beside it, cannot be opened: the process has as many files open as it may (ulimit -n; LimitNOFILE of a service), or the system does not allow it any more. Raise the limit and start again, or give this user access to the file and its folder, and try again.`,
    { cause },
  );
}

/** Whoever was let in once may be again: what was accepted waits for it. */
function notTaken(file: string, cause: unknown): TributaryError {
  return retryable('ENGINE.IO', `${file} cannot be written: ${whyNotTaken(file, cause)}`, { cause });
}

function whyNotTaken(file: string, cause: unknown): string {
  if (isReadOnlyDisk(dirname(file))) {
    return 'its disk is read-only, as the system makes one that has faults. Nothing was written, and searches go on. Look at the log of the system (dmesg), and mount the disk for writing again.';
  }
  if (FORBIDDEN.includes(resultCodeOf(cause) ?? 0)) {
    return 'the system does not allow it any more. Nothing was written. Give this user write access to it and to its folder, and try again.';
  }
  return 'it has reached the limit on the size of files (ulimit -f), or the disk is full or broken. Nothing was written. Raise the limit or free some disk space, and try again.';
}
