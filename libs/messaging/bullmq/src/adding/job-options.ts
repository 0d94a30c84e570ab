import { createHash, randomBytes } from 'node:crypto';
import type { AnyQueue, QueueData } from '@tributary/contracts';
import { DEFAULT_PRIORITY, type AddOptions } from '@tributary/messaging-port';
import type { JobsOptions } from 'bullmq';

/** Marks jobs that were added with their contract’s options; the backoff itself is computed by the consumer. */
export const OUR_BACKOFF = 'tributary';

const LONGEST_PLAIN_KEY = 256;

/** BullMQ’s options of a work job. A job with a dedup key gets an id of ours: the id BullMQ answers then tells whether another job stands for it. */
export function jobOptions(
  queue: AnyQueue,
  data: QueueData<AnyQueue>,
  { priority = DEFAULT_PRIORITY, delayMs = 0 }: AddOptions,
): JobsOptions {
  const key = queue.dedupKey?.(data);
  return {
    priority,
    attempts: queue.retry.attempts,
    backoff: { type: OUR_BACKOFF, delay: queue.retry.backoff.delayMs },
    stackTraceLimit: 0,
    ...(delayMs > 0 ? { delay: Math.ceil(delayMs) } : {}),
    ...(key === undefined ? {} : { jobId: nextJobId(), deduplication: { id: shortKey(key) } }),
  };
}

export function isOurs(options: JobsOptions): boolean {
  return typeof options.backoff === 'object' && options.backoff.type === OUR_BACKOFF;
}

/** A key as part of a Redis key: itself, or its hash when it is long. */
export function shortKey(key: string): string {
  return key.length <= LONGEST_PLAIN_KEY ? key : createHash('sha256').update(key).digest('hex');
}

const PROCESS = randomBytes(4).toString('hex');
let count = 0;

/** Ids that sort by the time they were made. */
function nextJobId(): string {
  count += 1;
  return `${Date.now().toString(36)}-${PROCESS}-${count.toString(36).padStart(7, '0')}`;
}
