import { permanent } from '@tributary/kernel';
import type { JobSummary } from './job.js';

/** Whether a sync has come to its end; what it found may still be under way.
 *  @throws why it failed for good, `SYNC.FAILED` where that is not known, `SYNC.CANCELLED` */
export function isSyncOver({ id, state, error }: Pick<JobSummary, 'id' | 'state' | 'error'>): boolean {
  if (state === 'dead') {
    const why = error?.message ?? `The job ${id} failed: "tributary jobs show ${id}" says why.`;
    throw permanent(error?.code ?? 'SYNC.FAILED', why, { category: 'conflict' });
  }
  if (state === 'cancelled') {
    throw permanent('SYNC.CANCELLED', 'The sync was cancelled before its end: ask for it again, and it goes on.', { category: 'conflict' });
  }
  return state === 'done' || state === 'skipped';
}
