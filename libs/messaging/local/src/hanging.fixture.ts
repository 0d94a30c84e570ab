// A process that hangs for good in the job of number 13, and ends all others; one of another queue may be in hand beside it.
import { setTimeout as pause } from 'node:timers/promises';
import { say } from '@tributary/testing';
import { LocalQueues } from './local-queues.js';
import { hangingQueue, slowQueue } from './hanging-queue.fixture.js';

const SLOW_MS = 100;

const [, , file = ''] = process.argv;
const queues = LocalQueues.open({ file });
await queues.consume(
  slowQueue,
  async ({ isBlamed }) => {
    say(isBlamed ? 'blamed slow' : 'started slow');
    await pause(SLOW_MS);
    return {};
  },
  { concurrency: 4 },
);
await queues.consume(
  hangingQueue,
  async ({ data: { n }, isBlamed }) => {
    say(`${isBlamed ? 'blamed' : 'started'} ${n.toString()}`);
    if (n === 13) await pause(SLOW_MS / 4);
    while (n === 13 && !isBlamed);
    return {};
  },
  { concurrency: 4 },
);
