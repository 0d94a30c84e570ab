import { setTimeout as pause } from 'node:timers/promises';
import type { JobSummary } from '@tributary/contracts';
import type { Queues } from '@tributary/messaging-port';

const RUNNING: ReadonlySet<JobSummary['state']> = new Set(['waiting', 'delayed', 'active']);
const POLL_MS = 25;
const POLL_AT_MOST_MS = 100;

/** Waits until a job is over. @returns false when it is dead */
export async function awaitJob(queues: Pick<Queues, 'get'>, id: string, signal: AbortSignal): Promise<boolean> {
  for (let waitMs = POLL_MS; ; waitMs = Math.min(waitMs * 2, POLL_AT_MOST_MS)) {
    const job = await queues.get(id);
    if (job === undefined || !RUNNING.has(job.state)) return job?.state !== 'dead';
    await pause(waitMs, undefined, { signal });
  }
}
