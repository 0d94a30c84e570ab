// A process that hangs for good in the job of number 13, and ends all others; one of another queue may be in hand beside it.
import { readFile } from 'node:fs/promises';
import { say } from '@tributary/testing';
import { hangingQueue, slowQueue } from './hanging-queue.fixture.js';
import { LocalQueues } from './local-queues.js';

/** Long enough to be in hand when the other one hangs. */
const READS = 500;

const [, , file = ''] = process.argv;
const queues = LocalQueues.open({ file });
const slow = queues.consume(
  slowQueue,
  async ({ isBlamed }) => {
    say(isBlamed ? 'blamed slow' : 'started slow');
    for (let n = 0; n < READS; n++) await readFile(file);
    return {};
  },
  { concurrency: 4 },
);
const hanging = queues.consume(
  hangingQueue,
  async ({ data: { n }, isBlamed }) => {
    say(`${isBlamed ? 'blamed' : 'started'} ${n.toString()}`);
    if (n === 13) await readFile(file);
    while (n === 13 && !isBlamed);
    return {};
  },
  { concurrency: 4 },
);
await Promise.all([slow, hanging]);
