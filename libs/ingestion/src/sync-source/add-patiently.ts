import { setTimeout as pause } from 'node:timers/promises';
import type { AnyQueue, QueueInput } from '@tributary/contracts';
import { hasCode } from '@tributary/kernel';
import type { AddOptions, Queues } from '@tributary/messaging-port';

const PAUSE_MS = 500;

/** Adds jobs and waits while the queue is full: a sync can take its time. */
export async function addPatiently<Q extends AnyQueue>(
  queues: Queues,
  queue: Q,
  { jobs, signal, ...options }: AddOptions & { readonly jobs: readonly QueueInput<Q>[]; readonly signal: AbortSignal },
): Promise<void> {
  for (;;) {
    try {
      if (jobs.length > 0) await queues.addMany(queue, jobs, options);
      return;
    } catch (error) {
      if (!hasCode(error, 'QUEUE.BACKPRESSURE')) throw error;
    }
    await pause(PAUSE_MS, undefined, { signal });
  }
}
