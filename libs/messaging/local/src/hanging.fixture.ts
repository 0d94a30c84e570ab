// A process that hangs for good in the job of number 13, and ends all others.
import { say } from '@tributary/testing';
import { LocalQueues } from './local-queues.js';
import { hangingQueue } from './hanging-queue.fixture.js';

const [, , file = ''] = process.argv;
const queues = LocalQueues.open({ file });
await queues.consume(
  hangingQueue,
  ({ data: { n }, isBlamed }) => {
    say(`${isBlamed ? 'blamed' : 'started'} ${n.toString()}`);
    while (n === 13 && !isBlamed);
    return Promise.resolve({});
  },
  { concurrency: 4 },
);
