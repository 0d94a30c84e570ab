export { attemptRunner, failureOf, type AttemptRunner, type Outcome } from './attempts/attempt.js';
export { RunningJobs } from './attempts/running-jobs.js';
export { NOTE_EVERY_MS, outageKeyOf, standing, type Outage } from './attempts/outages.js';
export {
  BLAMED_LOST_ALONE,
  MAX_LOST_RUNS,
  SUSPECT_LOST_RUNS,
  isOutlasted,
  isWorthTelling,
  lostTooOften,
  meetsOutage,
  verdictOn,
  type Verdict,
} from './attempts/verdict.js';
export { HandlesJob } from './host/handles-job.js';
export { JobHost, type HandledQueue } from './host/job-host.js';
export { formatJobId, jobNotDead, jobNotFound, parseJobId } from './ids/job-id.js';
export { isSkipped, skipped, type Job, type JobHandler, type JobLog, type Skipped } from './jobs/job.js';
export { backPressure, limitsOf, overloaded, refusal, type Backlog, type LimitsByQueue } from './limits/limits.js';
export { encodePayload, parseResult, type EncodedPayload } from './payload/payload.js';
export {
  DEFAULT_PRIORITY,
  type AddOptions,
  type AddedJob,
  type ConsumeOptions,
  type Consumer,
  type QueueDurability,
  type QueueEviction,
  type Queues,
  type RequestOptions,
  type UnhandledJob,
} from './queues/queues.js';
export type { Workload } from './queues/workload.js';
export { expectKind, jobCancelled, jobInterrupted, noAnswerer, requestTimedOut } from './refusals/refusals.js';
export { leftAfterHop } from './requests/hop.js';
export { PendingAnswer } from './requests/pending-answer.js';
