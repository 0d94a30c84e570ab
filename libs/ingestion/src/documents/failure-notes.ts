import type { AnyQueue } from '@tributary/contracts';
import { isAbort, toErrorRecord } from '@tributary/kernel';
import { verdictOn, type Job } from '@tributary/messaging-port';

/** The error to note in the catalog when a job's run is its last; undefined while it will be tried again. */
export function lastError(
  error: unknown,
  { failures, queue }: Pick<Job<AnyQueue>, 'failures'> & { readonly queue: AnyQueue },
): { code: string; message: string } | undefined {
  if (isAbort(error)) return undefined;
  const record = toErrorRecord(error);
  const { code, message } = record;
  if (code === 'JOB.INTERRUPTED') return undefined;
  return verdictOn({ error: record, policy: queue.retry, failures: failures + 1 }).next === 'dead' ? { code, message } : undefined;
}
