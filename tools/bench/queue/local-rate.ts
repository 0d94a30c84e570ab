import { join } from 'node:path';
import { LocalQueues } from '@tributary/messaging-local';
import { temporaryFolder } from '@tributary/testing';
import { spread, type Figure } from '../figure.js';
import { workQueue } from './work-queue.js';

const ROUNDS = 5;
const JOBS = 20_000;
const AT_ONCE = 500;

/** Small jobs a second through the queue of one process, kept in a file: added one by one and handled. */
export async function localRate(): Promise<Figure[]> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await using folder = await temporaryFolder();
    const queues = LocalQueues.open({ file: join(folder.path, 'jobs.db') });
    let left = JOBS;
    let finished: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (finished = resolve));
    const handle = (): Promise<Record<string, never>> => {
      if ((left -= 1) === 0) finished();
      return Promise.resolve({});
    };
    await queues.consume(workQueue, handle, { concurrency: 16 });
    const startedAt = performance.now();
    for (let from = 0; from < JOBS; from += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => queues.add(workQueue, { n: from + n })));
    await done;
    rates.push((JOBS / (performance.now() - startedAt)) * 1000);
    await queues.close();
  }
  const ours = spread(rates);
  return [
    {
      what: 'local queue, added and handled in one process',
      unit: 'jobs/s',
      ours,
      target: { text: '≥ 10,000 jobs/s', met: ours.median >= 10_000 },
    },
  ];
}
