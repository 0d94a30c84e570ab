import type { AnyQueue, QueueCounts } from '@tributary/contracts';
import { MIB, retryable, type TributaryError } from '@tributary/kernel';

/** How much may wait in a queue before more is refused. */
export interface QueueLimits {
  /** Jobs, or unanswered requests. */
  readonly maxWaiting: number;
  /** UTF-8 bytes of payload. */
  readonly maxBytes: number;
  /** Age of the oldest waiting job. */
  readonly maxOldestMs: number;
}

/** Limits that differ from the defaults, by queue name. */
export type LimitsByQueue = Readonly<Record<string, Partial<QueueLimits>>>;

const WORK_LIMITS: QueueLimits = { maxWaiting: 50_000, maxBytes: 512 * MIB, maxOldestMs: 600_000 };
const REQUEST_LIMITS: QueueLimits = { maxWaiting: 256, maxBytes: 64 * MIB, maxOldestMs: Infinity };
const RETRY_AFTER_MS = 1000;

export function limitsOf(queue: AnyQueue, given: LimitsByQueue = {}): QueueLimits {
  return { ...(queue.kind === 'work' ? WORK_LIMITS : REQUEST_LIMITS), ...given[queue.name] };
}

/** What waits in a queue, as far as limits are concerned. */
export type Backlog = Pick<QueueCounts, 'waiting' | 'oldest_ms'> & { readonly bytes: number };

/** The refusal of a job that would come on top of this backlog; undefined while there is room. */
export function refusal(queue: AnyQueue, backlog: Backlog, limits: QueueLimits): TributaryError | undefined {
  if (backlog.waiting >= limits.maxWaiting) return backPressure(queue, `${backlog.waiting} jobs wait`);
  if (backlog.bytes >= limits.maxBytes) return backPressure(queue, `${Math.round(backlog.bytes / MIB)} MiB of payload wait`);
  if (backlog.oldest_ms > limits.maxOldestMs)
    return backPressure(queue, `its oldest job has waited ${Math.round(backlog.oldest_ms / 1000)} s`);
  return undefined;
}

export function backPressure(queue: AnyQueue, why: string): TributaryError {
  return retryable('QUEUE.BACKPRESSURE', `The queue ${queue.name} is full (${why}). Send again in a second.`, {
    category: 'overloaded',
    retryAfterMs: RETRY_AFTER_MS,
  });
}

/** The refusal of a request while too many wait; its code carries the queue's name: `SEARCH.OVERLOADED`, `EMBED_QUERY.OVERLOADED`. */
export function overloaded(queue: AnyQueue): TributaryError {
  return retryable(
    `${queue.name.toUpperCase().replaceAll('-', '_')}.OVERLOADED`,
    `Too many ${queue.name} requests wait. Ask again in a moment.`,
    {
      category: 'overloaded',
      retryAfterMs: RETRY_AFTER_MS,
    },
  );
}
