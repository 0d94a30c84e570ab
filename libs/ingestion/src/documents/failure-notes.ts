import type { AnyQueue } from '@tributary/contracts';
import { isAbort, toErrorRecord } from '@tributary/kernel';
import { attemptsFor, type Job } from '@tributary/messaging-port';

const COUNTS_NOT = new Set(['QUEUE.BACKPRESSURE', 'JOB.INTERRUPTED']);

/** The error to note in the catalog when a job's run is its last; undefined while it will be tried again. */
export function lastError(
  error: unknown,
  { failures, queue }: Pick<Job<AnyQueue>, 'failures'> & { readonly queue: AnyQueue },
): { code: string; message: string } | undefined {
  if (isAbort(error)) return undefined;
  const record = toErrorRecord(error);
  const { code, message, retryable } = record;
  if (COUNTS_NOT.has(code)) return undefined;
  return !retryable || failures + 1 >= attemptsFor(record, queue.retry) ? { code, message } : undefined;
}
