export { HandlesJob, handlersOf, type RegisteredHandler } from './host/handles-job.js';
export { JobHost, type HandledQueue } from './host/job-host.js';
export { isSkipped, skipped, type Job, type JobHandler, type JobLog, type JobProgress, type Skipped } from './jobs/job.js';
export type { AddOptions, AddedJob, ConsumeOptions, Consumer, Queues, RequestOptions } from './queues/queues.js';
