import type { QueueDefinition } from '@tributary/contracts';
import { defineQueue, defineRequest } from '@tributary/contracts';
import { z } from 'zod';

const Data = z.object({ n: z.number(), key: z.string().optional(), note: z.string().default('none') });
const Result = z.object({ n: z.number() });

export type WorkQueue = QueueDefinition<typeof Data, typeof Result>;

/** A work queue of small numbered jobs that fails fast. */
export function workQueue(name: string, overrides: Partial<Omit<WorkQueue, 'name' | 'data' | 'result'>> = {}): WorkQueue {
  const retry = { attempts: 3, backoff: { delayMs: 10, factor: 2, jitter: 0.5 } };
  return defineQueue({ name, data: Data, result: Result, label: ({ n }) => `job ${n.toString()}`, retry, ...overrides });
}

/** A request queue that is asked for a number. */
export function requestQueue(name: string): WorkQueue {
  return defineRequest({ name, data: Data, result: Result });
}
