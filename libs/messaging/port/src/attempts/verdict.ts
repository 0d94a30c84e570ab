import type { RetryPolicy } from '@tributary/contracts';
import type { ErrorCategory, ErrorRecord } from '@tributary/kernel';

/** What becomes of a job whose run failed: tried again, put back without counting the run, or a dead letter. */
export type Verdict = { readonly next: 'retry' | 'postpone'; readonly delayMs: number } | { readonly next: 'dead' };

/** Runs that may end with the death of their process before the job counts as the cause of it. */
export const MAX_LOST_RUNS = 20;

/** From so many lost runs on a job is run alone, where its store can do that. */
export const SUSPECT_LOST_RUNS = 2;
/** So many runs of a suspect that were lost with nothing else in hand say that the job is the cause. */
export const BLAMED_LOST_ALONE = 2;

const DEFAULT_POSTPONE_MS = 1000;

/** While an engine or a model server fails its jobs are tried again about every 5 seconds, for some 5 minutes. */
const OUTAGE_DELAY_MS = 5000;
const OUTAGE_ATTEMPTS = 60;
/** Where runs do not count, they come further and further apart: by so much a run, up to a longest pause, which is how late a job may learn that the server is back. */
const OUTLASTING_STEP_MS = 1000;
const LONGEST_OUTLASTING_MS = 30_000;
const OUTSIDE = ['ENGINE.', 'EMBEDDER.'];
/** What a process says whose configuration does not have the engine or the model: another process has a newer one, which this one's successor will have, too. */
const UNKNOWN_HERE: ReadonlySet<string> = new Set(['ENGINE.UNKNOWN', 'EMBEDDER.UNKNOWN']);
const OUTAGES: ReadonlySet<ErrorCategory> = new Set(['unavailable', 'timeout', 'overloaded']);

interface Failure {
  readonly error: ErrorRecord;
  readonly policy: RetryPolicy;
  /** Runs of this job that ended with an error, this one included. */
  readonly failures: number;
  /** Runs of this job, however they ended, this one included; left out: as many as failed. */
  readonly runs?: number;
  /** At least 0, below 1; `Math.random` when left out. */
  readonly random?: () => number;
}

/** Decides what follows a failed run. A full queue downstream is no fault of the job, nor, for a document, is a server that took no request: such a run does
 *  not count. */
export function verdictOn({ error, policy, failures, runs = failures, random = Math.random }: Failure): Verdict {
  if (error.code === 'QUEUE.BACKPRESSURE')
    return { next: 'postpone', delayMs: spread(error.retryAfterMs ?? DEFAULT_POSTPONE_MS, 0.2, random) };
  if (isOutlasted(error, policy)) return { next: 'postpone', delayMs: outlastingMs(error, { policy, runs, random }) };
  if (!error.retryable || failures >= attemptsFor(error, policy)) return { next: 'dead' };
  const delayMs = retryDelayMs(policy, failures, random);
  const waitMs = isOutage(error) ? Math.min(delayMs, spread(OUTAGE_DELAY_MS, policy.backoff.jitter, random)) : delayMs;
  return { next: 'retry', delayMs: Math.max(waitMs, error.retryAfterMs ?? 0) };
}

/** False for all but some of the runs that do not count: told one by one they would fill the log for as long as a server is away. */
export function isWorthTelling(error: ErrorRecord, policy: RetryPolicy, runs: number): boolean {
  return !isOutlasted(error, policy) || Number.isInteger(Math.log2(runs));
}

/** True for a run whose server is away. One that fails at a text, is late or asks for fewer requests is at work, and says nothing of other jobs. */
export function meetsOutage(error: ErrorRecord, policy: RetryPolicy): boolean {
  return isOutlasted(error, policy) && error.category !== 'overloaded';
}

/** True for a run that does not count, since the server it needs took no request, or is not configured where it ran. */
export function isOutlasted(error: ErrorRecord, { outlastsOutages }: RetryPolicy): boolean {
  return outlastsOutages === true && isUntaken(error);
}

function isUntaken({ code, retryable, untaken }: ErrorRecord): boolean {
  return (retryable && untaken === true) || UNKNOWN_HERE.has(code);
}

/** Soon at first, since most outages are short. A server that asks for fewer requests is at work, and takes some of them all the time. */
function outlastingMs(
  { category, retryAfterMs = 0 }: ErrorRecord,
  { policy, runs, random }: Required<Pick<Failure, 'policy' | 'runs' | 'random'>>,
): number {
  const longest = category === 'overloaded' ? 0 : Math.min(runs * OUTLASTING_STEP_MS, LONGEST_OUTLASTING_MS);
  const pause = spread(Math.max(OUTAGE_DELAY_MS, longest), 0.2, random);
  return Math.max(Math.min(retryDelayMs(policy, runs, random), pause), retryAfterMs);
}

/** Runs a job gets, the first included, when they end with this error: more of them while an engine or a model server fails, which mostly is no fault of the job. */
function attemptsFor(error: ErrorRecord, { attempts }: RetryPolicy): number {
  return isOutage(error) ? Math.max(attempts, OUTAGE_ATTEMPTS) : attempts;
}

/** True for an engine or a model server that fails, is too slow or too busy just now. */
function isOutage({ code, category, retryable }: ErrorRecord): boolean {
  return retryable && OUTSIDE.some((part) => code.startsWith(part)) && OUTAGES.has(category);
}

/** Milliseconds before run n+1 after `failures` = n failed runs: delayMs × factor^(n−1), spread by ± jitter. */
export function retryDelayMs({ backoff }: RetryPolicy, failures: number, random: () => number = Math.random): number {
  return spread(backoff.delayMs * backoff.factor ** (failures - 1), backoff.jitter, random);
}

/** The dead letter of a job whose runs were lost again and again: their process died, or stood still for so long that it was taken for dead. */
export function lostTooOften(): ErrorRecord {
  return {
    code: 'JOB.PROCESS_DIED',
    message: `The process running this job died, or stood still for a second, ${MAX_LOST_RUNS} times in it. Look for a crash, too little memory or a machine that has too much to do, then redrive the job.`,
    category: 'internal',
    retryable: false,
  };
}

function spread(delayMs: number, jitter: number, random: () => number): number {
  return Math.round(delayMs * (1 + jitter * (2 * random() - 1)));
}
