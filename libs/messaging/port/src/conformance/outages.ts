import { describe, expect, it } from 'vitest';
import { Deadline } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { deferred, aborted } from './deferred.js';
import type { QueuesHarness, SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import { requestQueue, workQueue } from './queues.js';

export function outageBehaviours({ open, harness, freshName }: SuiteContext): void {
  const outage = (): NonNullable<QueuesHarness['outage']> => {
    const known = harness().outage;
    if (known === undefined) throw new Error('The harness does not say how its store goes away.');
    return known;
  };

  describe('the store going away and coming back', () => {
    it('refuses adds meanwhile, loses nothing it acknowledged, and goes on by itself', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const handled = new Set<number>();
      await queues.consume(queue, ({ data }) => (handled.add(data.n), Promise.resolve({ n: 1 })), { concurrency: 4 });
      const numbers = Array.from({ length: 200 }, (_, n) => n);
      await queues.addMany(
        queue,
        numbers.map((n) => ({ n })),
      );
      await outage().begin();
      await expect(queues.add(queue, { n: 1000 })).rejects.toMatchObject({ code: 'QUEUE.UNAVAILABLE', retryable: true });
      await outage().end();
      await eventually(() => numbers.every((n) => handled.has(n)));
      await eventually(async () => (await queues.add(queue, { n: 1001 })).id !== '');
      await eventually(() => handled.has(1001));
    });

    it('finishes a job that ended during the outage', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const [isRunning, mayEnd] = [deferred(), deferred()];
      let runs = 0;
      await queues.consume(
        queue,
        async () => {
          runs += 1;
          isRunning.resolve();
          await mayEnd.promise;
          return { n: 1 };
        },
        { concurrency: 1 },
      );
      const { id } = await queues.add(queue, { n: 1 });
      await isRunning.promise;
      await outage().begin();
      mayEnd.resolve();
      await outage().end();
      await jobIn(queues, id, 'done');
      expect(runs).toBeGreaterThanOrEqual(1);
    });

    it('lets a process end meanwhile, and gives its job to another afterwards', async () => {
      const [leaving, staying] = [await open(), await open()];
      const queue = workQueue(freshName());
      const isRunning = deferred();
      await leaving.consume(queue, ({ signal }) => (isRunning.resolve(), aborted(signal)), { concurrency: 1 });
      const { id } = await leaving.add(queue, { n: 1 });
      await isRunning.promise;
      await outage().begin();
      await leaving.close(0);
      await outage().end();
      await eventually(() => staying.consume(queue, ({ data }) => Promise.resolve({ n: data.n }), { concurrency: 1 }));
      await eventually(async () => (await staying.get(id))?.state === 'done');
    });

    it('refuses requests meanwhile and answers them again afterwards', async () => {
      const [asker, answerer] = [await open(), await open()];
      const queue = requestQueue(freshName());
      await answerer.consume(queue, ({ data }) => Promise.resolve({ n: data.n }), { concurrency: 4 });
      const ask = (): Promise<{ n: number }> => asker.request(queue, { n: 1 }, { deadline: Deadline.in(1000) });
      await eventually(async () => (await ask()).n === 1);
      await outage().begin();
      await eventually(() => expect(ask()).rejects.toMatchObject({ code: 'QUEUE.UNAVAILABLE' }));
      await outage().end();
      await eventually(async () => (await ask()).n === 1);
    });
  });
}
