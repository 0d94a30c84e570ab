import type { AnyQueue, JobProgress, QueueData, QueueResult } from '@tributary/contracts';
import type { Deadline } from '@tributary/kernel';

/** Structured logging of a job: ids and sizes, never texts. */
export type JobLog = (message: string, fields?: Readonly<Record<string, string | number | boolean>>) => void;

/** What a handler gets: never the queue library’s own job. */
export interface Job<Q extends AnyQueue> {
  readonly id: string;
  readonly data: QueueData<Q>;
  /** Aborts on cancel, on shutdown after the grace time, and when a request’s deadline is over. */
  readonly signal: AbortSignal;
  /** By when a request’s answer must be on its way: what its asker gave, less the way and the wait in the line; a work job has none. */
  readonly deadline?: Deadline;
  /** 1 in the first run. */
  readonly attempt: number;
  /** Runs before this one that ended with an error and count; those that were put back, given back or lost do not. */
  readonly failures: number;
  /** True where processes died or hung in this job so often that it counts as the cause, which BullMQ cannot tell: what it is about is not to be touched again, see docs/adr/0166. */
  readonly isBlamed: boolean;
  /** As it was added; what a job adds in its turn may keep it. */
  readonly priority: number;
  readonly log: JobLog;
  readonly progress: (progress: JobProgress) => void;
}

const SKIPPED = Symbol('skipped');

/** A job that needed no work, and why: an outcome, not an error. */
export interface Skipped {
  readonly [SKIPPED]: true;
  readonly reason: string;
}

export function skipped(reason: string): Skipped {
  return { [SKIPPED]: true, reason };
}

export function isSkipped(outcome: unknown): outcome is Skipped {
  return typeof outcome === 'object' && outcome !== null && SKIPPED in outcome;
}

export type JobHandler<Q extends AnyQueue> = (job: Job<Q>) => Promise<QueueResult<Q> | Skipped>;
