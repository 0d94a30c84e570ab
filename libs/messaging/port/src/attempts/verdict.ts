import type { RetryPolicy } from '@tributary/contracts';
import type { ErrorCategory, ErrorRecord } from '@tributary/kernel';

/** What becomes of a job whose run failed: tried again, put back without counting the run, or a dead letter. */
export type Verdict = { readonly next: 'retry' | 'postpone'; readonly delayMs: number } | { readonly next: 'dead' };

/** Runs that may end with the death of their process before the job counts as the cause of it. */
export const MAX_LOST_RUNS = 20;

const DEFAULT_POSTPONE_MS = 1000;

/** While an engine or a model server is away its jobs are tried again about every 5 seconds, for some 5 minutes. */
const OUTAGE_DELAY_MS = 5000;
const OUTAGE_ATTEMPTS = 60;
const OUTSIDE = ['ENGINE.', 'EMBEDDER.'];
const OUTAGES: ReadonlySet<ErrorCategory> = new Set(['unavailable', 'timeout', 'overloaded']);

interface Failure {
  readonly error: ErrorRecord;
  readonly policy: RetryPolicy;
  /** Runs of this job that ended with an error, this one included. */
  readonly failures: number;
  /** At least 0, below 1; `Math.random` when left out. */
  readonly random?: () => number;
}

/** Decides what follows a failed run. A full queue downstream is no fault of the job, so that run does not count. */
export function verdictOn({ error, policy, failures, random = Math.random }: Failure): Verdict {
  if (error.code === 'QUEUE.BACKPRESSURE')
    return { next: 'postpone', delayMs: spread(error.retryAfterMs ?? DEFAULT_POSTPONE_MS, 0.2, random) };
  if (!error.retryable || failures >= attemptsFor(error, policy)) return { next: 'dead' };
  const delayMs = retryDelayMs(policy, failures, random);
  const waitMs = isOutage(error) ? Math.min(delayMs, spread(OUTAGE_DELAY_MS, policy.backoff.jitter, random)) : delayMs;
  return { next: 'retry', delayMs: Math.max(waitMs, error.retryAfterMs ?? 0) };
}

/** Runs a job gets, the first included, when they end with this error: more of them while an engine or a model server is away, which is no fault of the job. */
export function attemptsFor(error: ErrorRecord, { attempts }: RetryPolicy): number {
  return isOutage(error) ? Math.max(attempts, OUTAGE_ATTEMPTS) : attempts;
}

/** True for an engine or a model server that is away, too slow or too busy just now. */
function isOutage({ code, category, retryable }: ErrorRecord): boolean {
  return retryable && OUTSIDE.some((part) => code.startsWith(part)) && OUTAGES.has(category);
}

/** Milliseconds before run n+1 after `failures` = n failed runs: delayMs × factor^(n−1), spread by ± jitter. */
export function retryDelayMs({ backoff }: RetryPolicy, failures: number, random: () => number = Math.random): number {
  return spread(backoff.delayMs * backoff.factor ** (failures - 1), backoff.jitter, random);
}

/** The dead letter of a job whose runs ended with the death of their process again and again. */
export function lostTooOften(): ErrorRecord {
  return {
    code: 'JOB.PROCESS_DIED',
    message: `The process running this job died ${MAX_LOST_RUNS} times in it. Look for a crash or too little memory, then redrive the job.`,
    category: 'internal',
    retryable: false,
  };
}

function spread(delayMs: number, jitter: number, random: () => number): number {
  return Math.round(delayMs * (1 + jitter * (2 * random() - 1)));
}
