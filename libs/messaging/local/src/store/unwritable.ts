import { permanent, retryable, type TributaryError } from '@tributary/kernel';
import { isReadOnlyDisk } from '@tributary/kernel/places';
import { SQLITE, isDamage, resultCodeOf } from '@tributary/kernel/sqlite';
import { dirname } from 'node:path';

const FORBIDDEN: readonly number[] = [SQLITE.PERMISSION, SQLITE.READONLY, SQLITE.CANNOT_OPEN];

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
  if (file !== null && isReadOnlyDisk(dirname(file)))
    return `${which} cannot be written (${why}): its disk is read-only, as the system makes one that has faults, so nothing goes on. Look at the log of the system (dmesg), and mount the disk for writing again: what was accepted before is kept.`;
  if (isForbidden(cause))
    return `${which} cannot be written (${why}), so nothing goes on. Give this user write access to it and to its folder, and try again: what was accepted before is kept.`;
  return `The jobs file cannot be written (${why}), so nothing goes on. Free space for the data folder, or raise the limit on the size of files, and try again: what was accepted before is kept.`;
}

function isForbidden(error: unknown): boolean {
  return FORBIDDEN.includes(resultCodeOf(error) ?? 0);
}
