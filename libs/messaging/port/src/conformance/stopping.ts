import { describe, expect, it } from 'vitest';
import { eventually } from '@tributary/testing';
import { deferred, aborted } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import { workQueue } from './queues.js';

export function stopBehaviours({ open, freshName }: SuiteContext): void {
  describe('stopping', () => {
    it('lets running jobs end and leaves waiting ones to others', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const [isRunning, mayEnd] = [deferred(), deferred()];
      const seen: number[] = [];
      const consumer = await queues.consume(
        queue,
        async ({ data }) => {
          isRunning.resolve();
          await mayEnd.promise;
          return { n: seen.push(data.n) };
        },
        { concurrency: 1 },
      );
      const [first, second] = await queues.addMany(queue, [{ n: 1 }, { n: 2 }]);
      await isRunning.promise;
      const stopped = consumer.stop(30_000);
      mayEnd.resolve();
      await stopped;
      expect(seen).toEqual([1]);
      expect((await queues.get(first?.id ?? ''))?.state).toBe('done');
      expect((await queues.get(second?.id ?? ''))?.state).toBe('waiting');
    });

    it('aborts what is not done in time and gives it back without counting the run', async () => {
      const [leaving, staying] = [await open(), await open()];
      const queue = workQueue(freshName(), { retry: { attempts: 1, backoff: { delayMs: 0, factor: 1, jitter: 0 } } });
      const isRunning = deferred();
      const consumer = await leaving.consume(
        queue,
        async ({ signal }) => {
          isRunning.resolve();
          return aborted(signal);
        },
        { concurrency: 1 },
      );
      const { id } = await leaving.add(queue, { n: 1 });
      await isRunning.promise;
      await consumer.stop(0);
      await staying.consume(queue, ({ data }) => Promise.resolve({ n: data.n }), { concurrency: 1 });
      await jobIn(staying, id, 'done');
    });

    it('gives back a job whose handler does not listen, and ignores its late end', async () => {
      const [leaving, staying] = [await open(), await open()];
      const queue = workQueue(freshName());
      const [isRunning, mayEnd] = [deferred(), deferred()];
      const consumer = await leaving.consume(
        queue,
        async () => {
          isRunning.resolve();
          await mayEnd.promise;
          throw new Error('too late');
        },
        { concurrency: 1 },
      );
      const { id } = await leaving.add(queue, { n: 1 });
      await isRunning.promise;
      await consumer.stop(0);
      const runs: number[] = [];
      await staying.consume(queue, ({ data }) => Promise.resolve({ n: runs.push(data.n) }), { concurrency: 1 });
      await jobIn(staying, id, 'done');
      mayEnd.resolve();
      // What comes after the late end shows that it has been and gone.
      const after = await leaving.add(queue, { n: 2 });
      await jobIn(staying, after.id, 'done');
      const last = await leaving.add(queue, { n: 3 });
      await jobIn(staying, last.id, 'done');
      expect((await staying.get(id))?.state).toBe('done');
      expect(runs).toEqual([1, 2, 3]);
    });

    it('is no longer seen as a consumer', async () => {
      const [leaving, viewer] = [await open(), await open()];
      const queue = workQueue(freshName());
      expect(await viewer.isConsumed(queue)).toBe(false);
      const consumer = await leaving.consume(queue, () => Promise.resolve({ n: 1 }), { concurrency: 1 });
      await eventually(() => viewer.isConsumed(queue));
      await consumer.stop(0);
      await eventually(async () => !(await viewer.isConsumed(queue)));
    });
  });
}
