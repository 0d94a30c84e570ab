// A process that answers the same questions twice: through our queues, and with a bare BullMQ worker.
import { BullmqQueues } from '@tributary/messaging-bullmq';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { ANSWER, BARE_QUEUE, echoQueue } from './echo-queue.js';

const [url = '', prefix = ''] = process.argv.slice(2);
const CONCURRENCY = 64;

const queues = await BullmqQueues.connect({ url, prefix });
await queues.consume(echoQueue, ({ data }) => Promise.resolve({ n: data.n, text: ANSWER }), { concurrency: CONCURRENCY });

const worker = new Worker<{ n: number }>(BARE_QUEUE, (job) => Promise.resolve({ n: job.data.n, text: ANSWER }), {
  connection: new Redis(url, { maxRetriesPerRequest: null }),
  prefix,
  concurrency: CONCURRENCY,
  removeOnComplete: { count: 1000 }, // `waitUntilFinished` fails for jobs that are removed when done
});
await worker.waitUntilReady();
process.stdout.write('ready\n');
