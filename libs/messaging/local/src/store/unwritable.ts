import { retryable, type TributaryError } from '@tributary/kernel';

/** Primary result codes of SQLite (https://sqlite.org/rescode.html); extended ones carry them in their low byte. */
const BUSY = 5;
const LOCKED = 6;

/** True when another connection holds the write lock. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  return [BUSY, LOCKED].includes(error.errcode & 0xff);
}

/** Why the jobs file takes no writes, and what to do. */
export function unwritable(cause: unknown): TributaryError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return retryable(
    'QUEUE.UNAVAILABLE',
    `The jobs file cannot be written (${why}), so nothing goes on. Free space for the data folder, or raise the limit on the size of files, and try again: what was accepted before is kept.`,
    { cause },
  );
}
