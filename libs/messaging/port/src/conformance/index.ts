export { describeQueues } from './describe-queues.js';
export type { OpenOptions, QueuesHarness, QueuesSuite } from './harness.js';
