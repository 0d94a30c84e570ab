// A process that takes one job, says so, and never ends it: to be killed.
import { BullmqQueues } from '@tributary/messaging-bullmq';
import { workQueue } from './work-queue.js';

const [url = '', prefix = ''] = process.argv.slice(2);
const queues = await BullmqQueues.connect({ url, prefix });
await queues.consume(
  workQueue,
  ({ data }) => {
    process.stdout.write(`holds ${data.n.toString()}\n`);
    return new Promise(() => undefined);
  },
  { concurrency: 1 },
);
process.stdout.write('ready\n');
