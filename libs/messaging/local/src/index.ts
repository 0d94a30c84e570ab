export { LocalQueues, type LocalQueuesOptions } from './local-queues.js';
