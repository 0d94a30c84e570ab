import { permanent, retryable, type TributaryError } from '@tributary/kernel';

/** Primary result codes of SQLite (https://sqlite.org/rescode.html); extended ones carry them in their low byte. */
const PERMISSION = 3;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const CORRUPT = 11;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** True when another connection holds the write lock. */
export function isBusy(error: unknown): boolean {
  return [BUSY, LOCKED].includes(resultCode(error) ?? 0);
}

/** Why the jobs file takes no writes, and what to do: what waits for it goes on once that is done. @param file its path; null in memory */
export function unwritable(cause: unknown, file: string | null): TributaryError {
  return retryable(isDamage(cause) ? DAMAGED : 'QUEUE.UNAVAILABLE', explain(cause, file), { cause });
}

/** The same of a file that cannot be opened. */
export function unopenable(cause: unknown, file: string): TributaryError {
  if (!isDamage(cause)) return unwritable(cause, file);
  return permanent(DAMAGED, explain(cause, file), { category: 'internal', cause });
}

const DAMAGED = 'QUEUE.STORE_DAMAGED';

function explain(cause: unknown, file: string | null): string {
  const why = cause instanceof Error ? cause.message : String(cause);
  const which = file === null ? 'The jobs file' : `The jobs file ${file}`;
  if (isDamage(cause))
    return `${which} is damaged (${why}), so nothing goes on. End Tributary, move the file away together with those of its name that end in -wal and -shm, and start again: what was accepted before is kept, and gets its jobs anew.`;
  if (isForbidden(cause))
    return `${which} cannot be written (${why}), so nothing goes on. Give this user write access to it and to its folder, and try again: what was accepted before is kept.`;
  return `The jobs file cannot be written (${why}), so nothing goes on. Free space for the data folder, or raise the limit on the size of files, and try again: what was accepted before is kept.`;
}

function isDamage(error: unknown): boolean {
  return [CORRUPT, NOT_A_DATABASE].includes(resultCode(error) ?? 0);
}

function isForbidden(error: unknown): boolean {
  return [PERMISSION, READONLY, CANNOT_OPEN].includes(resultCode(error) ?? 0);
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
