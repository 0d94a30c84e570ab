import { createHash } from 'node:crypto';
import type { AnyQueue } from '@tributary/contracts';
import { DEFAULT_PRIORITY, type AddOptions, type EncodedPayload } from '@tributary/messaging-port';
import type { JobsOptions } from 'bullmq';
import type { StoredJob } from '../scripts/add-jobs.js';

/** Marks jobs that were added with their contract’s options; the backoff itself is computed by the consumer. */
const OUR_BACKOFF = 'tributary';

const LONGEST_PLAIN_KEY = 256;

/** A work job as BullMQ keeps it, with its contract’s options. */
export function storedJob<Q extends AnyQueue>(
  queue: Q,
  { json, data }: EncodedPayload<Q>,
  { priority = DEFAULT_PRIORITY, delayMs = 0 }: AddOptions,
): StoredJob {
  const dedup = shortKey(queue.dedupKey?.(data) ?? '');
  const options = {
    priority,
    attempts: queue.retry.attempts,
    backoff: { type: OUR_BACKOFF },
    ...(dedup === '' ? {} : { de: { id: dedup } }),
    ...(delayMs > 0 ? { delay: Math.ceil(delayMs) } : {}),
  };
  return {
    id: '',
    name: queue.label?.(data) ?? queue.name,
    data: json,
    options: JSON.stringify(options),
    priority,
    delayMs: Math.max(0, Math.ceil(delayMs)),
    dedup,
  };
}

export function isOurs(options: JobsOptions): boolean {
  return typeof options.backoff === 'object' && options.backoff.type === OUR_BACKOFF;
}

/** A key as part of a Redis key: itself, or its hash when it is long. */
export function shortKey(key: string): string {
  return key.length <= LONGEST_PLAIN_KEY ? key : createHash('sha256').update(key).digest('hex');
}
