import { describe, expect, it } from 'vitest';
import { eventually, withMoreTime } from '@tributary/testing';
import { skipped } from '../jobs/job.js';
import { deferred } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import { workQueue } from './queues.js';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

export function deliveryBehaviours({ open, freshName }: SuiteContext): void {
  describe('delivery', () => {
    it('hands every added job to the handler', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const seen: number[] = [];
      await queues.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 4 });
      await queues.addMany(
        queue,
        numbers(150).map((n) => ({ n })),
      );
      await Promise.all(numbers(50).map((n) => queues.add(queue, { n: 150 + n })));
      await eventually(() => seen.length === 200);
      expect(sorted(seen)).toEqual(numbers(200));
    });

    it('keeps jobs that nobody consumes for a handle opened later', async () => {
      const [early, late] = [await open(), await open()];
      const queue = workQueue(freshName());
      const { id } = await early.add(queue, { n: 1 });
      expect(id.startsWith(`${queue.name}.`)).toBe(true);
      expect(await late.get(id)).toMatchObject({ id, queue: queue.name, state: 'waiting', attempts: 0 });
      const seen = deferred<number>();
      await late.consume(queue, ({ data }) => (seen.resolve(data.n), Promise.resolve({ n: 1 })), { concurrency: 1 });
      expect(await seen.promise).toBe(1);
    });

    it('hands a job to one of several consumers', async () => {
      const handles = [await open(), await open()];
      const queue = workQueue(freshName());
      const seen: number[] = [];
      for (const handle of handles)
        await handle.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 3 });
      await handles[0]?.addMany(
        queue,
        numbers(100).map((n) => ({ n })),
      );
      await eventually(async () => (await handles[0]?.counts(queue))?.active === 0 && seen.length >= 100);
      expect(sorted(seen)).toEqual(numbers(100));
    });

    it('tells the handler the id, the payload as its schema reads it, the number of the run and the priority', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const told = deferred<unknown>();
      await queues.consume(
        queue,
        ({ id, data, attempt, priority, signal }) => {
          told.resolve({ id, data, attempt, priority, isAborted: signal.aborted });
          return Promise.resolve({ n: 0 });
        },
        { concurrency: 1 },
      );
      const { id } = await queues.add(queue, { n: 7 }, { priority: 3 });
      expect(await told.promise).toEqual({ id, data: { n: 7, note: 'none' }, attempt: 1, priority: 3, isAborted: false });
    });

    it('runs no more jobs at once than the consumer asks for', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const running = { now: 0, most: 0, total: 0 };
      const bothRun = deferred();
      await queues.consume(
        queue,
        async () => {
          running.now += 1;
          running.most = Math.max(running.most, running.now);
          if (running.now === 2) bothRun.resolve();
          await bothRun.promise;
          await new Promise((resolve) => setImmediate(resolve));
          running.now -= 1;
          return { n: (running.total += 1) };
        },
        { concurrency: 2 },
      );
      await queues.addMany(
        queue,
        numbers(20).map((n) => ({ n })),
      );
      await eventually(() => running.total === 20);
      expect(running.most).toBe(2);
    });

    it('runs a delayed job after jobs that were added later', async () => {
      const queues = await open();
      await withMoreTime(200, async (delayMs) => {
        const queue = workQueue(freshName());
        const seen: number[] = [];
        const { id } = await queues.add(queue, { n: 1 }, { delayMs });
        expect((await queues.get(id))?.state).toBe('delayed');
        await queues.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 1 });
        await queues.add(queue, { n: 2 });
        await eventually(() => seen.length === 2);
        expect(seen).toEqual([2, 1]);
      });
    });

    it('takes a skip as an outcome and keeps its reason', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      await queues.consume(queue, () => Promise.resolve(skipped('unchanged')), { concurrency: 1 });
      const { id } = await queues.add(queue, { n: 1 });
      const job = await jobIn(queues, id, 'skipped');
      expect(job).toMatchObject({ state: 'skipped', reason: 'unchanged', attempts: 1 });
      expect(job).not.toHaveProperty('error');
    });

    it('refuses to keep a request and to wait for work', async () => {
      const queues = await open();
      const queue = workQueue(freshName(), { kind: 'request' });
      await expect(queues.add(queue, { n: 1 })).rejects.toMatchObject({ code: 'QUEUE.WRONG_KIND' });
    });
  });
}
