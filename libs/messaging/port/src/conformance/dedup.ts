import { describe, expect, it } from 'vitest';
import { retryable } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { deferred } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import { workQueue, type WorkQueue } from './queues.js';

export function dedupBehaviours({ open, freshName }: SuiteContext): void {
  const keyedQueue = (): WorkQueue => workQueue(freshName(), { dedupKey: ({ key }) => key });

  describe('dedup keys', () => {
    it('lets a waiting job stand for a later one of its key, whoever adds it', async () => {
      const [one, other] = [await open(), await open()];
      const queue = keyedQueue();
      const first = await one.add(queue, { n: 1, key: 'a' });
      expect(first.deduplicated).toBe(false);
      expect(await other.add(queue, { n: 2, key: 'a' })).toEqual({ id: first.id, deduplicated: true });
      const many = await one.addMany(queue, [
        { n: 3, key: 'b' },
        { n: 4, key: 'a' },
        { n: 5, key: 'b' },
      ]);
      expect(many.map(({ deduplicated }) => deduplicated)).toEqual([false, true, true]);
      expect(many[2]?.id).toBe(many[0]?.id);
      const seen: number[] = [];
      await one.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 1 });
      await eventually(async () => (await one.list({ queue: queue.name, state: 'done', limit: 10 })).length === 2);
      expect(seen).toEqual([1, 3]);
    });

    it('remembers what is asked for during a run once, and runs it afterwards', async () => {
      const queues = await open();
      const queue = keyedQueue();
      const seen: number[] = [];
      const [isRunning, mayEnd] = [deferred(), deferred()];
      await queues.consume(
        queue,
        async ({ data }) => {
          isRunning.resolve();
          await mayEnd.promise;
          return { n: seen.push(data.n) };
        },
        { concurrency: 1 },
      );
      const first = await queues.add(queue, { n: 1, key: 'a' });
      await isRunning.promise;
      const during = [await queues.add(queue, { n: 2, key: 'a' }), await queues.add(queue, { n: 3, key: 'a' })];
      expect(during.map(({ deduplicated }) => deduplicated)).toEqual([false, true]);
      expect(during[0]?.id).not.toBe(first.id);
      mayEnd.resolve();
      await eventually(async () => (await queues.list({ queue: queue.name, state: 'done', limit: 10 })).length === 2);
      expect(seen).toEqual([1, 2]);
    });

    it('does not let a job that has begun stand for a new one, also while it waits for its next run', async () => {
      const queues = await open();
      const queue = workQueue(freshName(), {
        dedupKey: ({ key }) => key,
        retry: { attempts: 5, backoff: { delayMs: 3_600_000, factor: 1, jitter: 0 } },
      });
      const seen: number[] = [];
      await queues.consume(
        queue,
        ({ data }) => (seen.push(data.n) === 1 ? Promise.reject(retryable('A.B', 'away')) : Promise.resolve({ n: 1 })),
        { concurrency: 1 },
      );
      const first = await queues.add(queue, { n: 1, key: 'a' });
      await jobIn(queues, first.id, 'delayed');
      const second = await queues.add(queue, { n: 2, key: 'a' });
      expect(second.deduplicated).toBe(false);
      await jobIn(queues, second.id, 'done');
      expect(seen).toEqual([1, 2]);
    });

    it('forgets a key when its job is done', async () => {
      const queues = await open();
      const queue = keyedQueue();
      const seen: number[] = [];
      await queues.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 1 });
      for (const n of [1, 2]) {
        const { id, deduplicated } = await queues.add(queue, { n, key: 'a' });
        expect(deduplicated).toBe(false);
        await jobIn(queues, id, 'done');
      }
      expect(seen).toEqual([1, 2]);
    });

    it('lets jobs without a key stand alone', async () => {
      const queues = await open();
      const queue = keyedQueue();
      const added = await queues.addMany(queue, [{ n: 1 }, { n: 2 }]);
      expect(new Set(added.map(({ id }) => id)).size).toBe(2);
      expect(added.some(({ deduplicated }) => deduplicated)).toBe(false);
    });

    it('does not let a cancelled job stand for a new one', async () => {
      const queues = await open();
      const queue = keyedQueue();
      const first = await queues.add(queue, { n: 1, key: 'a' });
      await queues.cancel(first.id);
      const second = await queues.add(queue, { n: 2, key: 'a' });
      expect(second.deduplicated).toBe(false);
      const seen: number[] = [];
      await queues.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 1 });
      await jobIn(queues, second.id, 'done');
      expect(seen).toEqual([2]);
    });
  });
}
