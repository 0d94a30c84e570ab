import type { AnyQueue, JobProgress, QueueData } from '@tributary/contracts';
import { isAbort, toErrorRecord, type Deadline, type ErrorRecord } from '@tributary/kernel';
import { isSkipped, type JobHandler, type JobLog } from '../jobs/job.js';
import { decodePayload, parseData } from '../payload/payload.js';
import { DEFAULT_PRIORITY, type ConsumeOptions } from '../queues/queues.js';

/** One run of a stored job, as an adapter starts it. */
interface Attempt {
  readonly id: string;
  /** The payload as it was stored: its JSON, or the value its JSON stands for. Or what `encodePayload` read from it for this very queue, when the
   *  process that runs the job is the one that added it. */
  readonly payload: { readonly json: string } | { readonly value: unknown } | { readonly data: unknown };
  /** 1 in the first run. */
  readonly number: number;
  /** Runs before it that ended with an error and count. Requests have none. */
  readonly failures?: number;
  /** Left out: false. */
  readonly isBlamed?: boolean;
  /** Requests have none. */
  readonly priority?: number;
  readonly signal: AbortSignal;
  /** Only requests have one. */
  readonly deadline?: Deadline;
  readonly log: JobLog;
  readonly progress: (progress: JobProgress) => void;
}

/** How a run ended. */
export type Outcome =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly error: ErrorRecord };

export type AttemptRunner = (attempt: Attempt) => Promise<Outcome>;

/** Turns a handler into a function that parses the payload, runs the handler, and never throws. */
export function attemptRunner<Q extends AnyQueue>(
  queue: Q,
  handler: JobHandler<Q>,
  { onUnhandled }: Pick<ConsumeOptions, 'onUnhandled'> = {},
): AttemptRunner {
  return async ({ payload, number: attempt, failures = 0, isBlamed = false, priority = DEFAULT_PRIORITY, ...run }) => {
    let data: QueueData<Q>;
    try {
      data = dataOf(queue, payload);
    } catch (refusal) {
      const error = toErrorRecord(refusal);
      onUnhandled?.(error, { id: run.id, attempt, data: 'value' in payload ? payload.value : undefined });
      return { kind: 'failed', error };
    }
    try {
      const result = await handler({ ...run, data, attempt, failures, isBlamed, priority });
      return isSkipped(result) ? { kind: 'skipped', reason: result.reason } : { kind: 'done', result };
    } catch (error) {
      return { kind: 'failed', error: failureOf(error, run.signal) };
    }
  };
}

function dataOf<Q extends AnyQueue>(queue: Q, payload: Attempt['payload']): QueueData<Q> {
  if ('data' in payload) return payload.data as QueueData<Q>; // safe: the queue's own schema made it when the job was added
  return 'json' in payload ? decodePayload(queue, payload.json) : parseData(queue, payload.value);
}

/** What a handler's run failed with. A time limit inside a handler is a failure that may pass; only an abort of the job's own signal is a cancellation. */
export function failureOf(error: unknown, signal: AbortSignal): ErrorRecord {
  if (isAbort(error) && !signal.aborted) {
    return { code: 'JOB.TIMED_OUT', message: 'A call inside the job took too long.', category: 'timeout', retryable: true };
  }
  return toErrorRecord(error);
}
