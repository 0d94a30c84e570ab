import type { JobState, JobSummary } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import type { Queues } from '../queues/queues.js';

/** Waits until a job has come to this state and answers what is then known of it. */
export function jobIn(queues: Queues, id: string | undefined, state: JobState): Promise<JobSummary> {
  return eventually(async () => {
    const job = id === undefined ? undefined : await queues.get(id);
    if (job?.state !== state) throw new Error(`The job ${String(id)} is ${String(job?.state)}, not ${state}.`);
    return job;
  });
}
