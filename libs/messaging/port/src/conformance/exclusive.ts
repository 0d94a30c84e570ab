import { describe, expect, it } from 'vitest';
import { eventually } from '@tributary/testing';
import { deferred } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { workQueue, type WorkQueue } from './queues.js';

export function exclusiveBehaviours({ open, freshName }: SuiteContext): void {
  const exclusiveQueue = (): WorkQueue => workQueue(freshName(), { exclusiveKey: ({ key }) => key ?? '' });

  describe('exclusive keys', () => {
    it('never runs two jobs of one key at once, in any process', async () => {
      const handles = [await open(), await open()];
      const queue = exclusiveQueue();
      const running = new Map<string, number>();
      let most = 0;
      let total = 0;
      for (const handle of handles) {
        await handle.consume(
          queue,
          async ({ data: { key = '' } }) => {
            const now = (running.get(key) ?? 0) + 1;
            running.set(key, now);
            most = Math.max(most, now);
            for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
            running.set(key, now - 1);
            return { n: (total += 1) };
          },
          { concurrency: 4 },
        );
      }
      const jobs = Array.from({ length: 12 }, (_, n) => ({ n, key: n % 2 === 0 ? 'even' : 'odd' }));
      await handles[0]?.addMany(queue, jobs);
      await eventually(() => total === jobs.length);
      expect(most).toBe(1);
    });

    it('runs jobs of different keys side by side', async () => {
      const queues = await open();
      const queue = exclusiveQueue();
      const started = { a: deferred(), b: deferred() };
      await queues.consume(
        queue,
        async ({ data: { key } }) => {
          (key === 'a' ? started.a : started.b).resolve();
          await Promise.all([started.a.promise, started.b.promise]); // each ends only when the other runs, too
          return { n: 1 };
        },
        { concurrency: 2 },
      );
      await queues.addMany(queue, [
        { n: 1, key: 'a' },
        { n: 2, key: 'a' },
        { n: 3, key: 'b' },
      ]);
      await eventually(async () => (await queues.list({ queue: queue.name, state: 'done', limit: 10 })).length === 3);
    });
  });
}
