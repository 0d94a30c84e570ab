import type { JobLog, LimitsByQueue } from '@tributary/messaging-port';

export interface BullmqOptions {
  /** `redis://` or `rediss://`, with user and password where the server asks for them. */
  readonly url: string;
  /** First part of every key; default `tributary`. */
  readonly prefix?: string;
  readonly limits?: LimitsByQueue;
  readonly log?: JobLog;
  /** How long connecting waits for a Redis that is not there yet, ms; default 0. */
  readonly patienceMs?: number;
}

export const DEFAULT_PREFIX = 'tributary';
