import { describe, expect, it } from 'vitest';
import { permanent } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { deferred } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import { workQueue } from './queues.js';

export function listBehaviours({ open, freshName }: SuiteContext): void {
  describe('counts and lists', () => {
    it('counts jobs by state and tells the age of the oldest waiting one', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const mayEnd = deferred();
      const consumer = await queues.consume(
        queue,
        async ({ data }) => {
          if (data.n === 0) throw permanent('A.B', 'no');
          await mayEnd.promise;
          return { n: 1 };
        },
        { concurrency: 1 },
      );
      await queues.add(queue, { n: 0 });
      await queues.addMany(queue, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      await queues.add(queue, { n: 4 }, { delayMs: 3_600_000 });
      await eventually(async () => (await queues.counts(queue)).active === 1 && (await queues.counts(queue)).dead === 1);
      await eventually(async () => (await queues.counts(queue)).oldest_ms > 0);
      expect(await queues.counts(queue)).toMatchObject({ queue: queue.name, waiting: 2, delayed: 1, active: 1, dead: 1 });
      mayEnd.resolve();
      await consumer.stop(30_000);
    });

    it('lists the newest first, by queue, state and number', async () => {
      const queues = await open();
      const [queue, other] = [workQueue(freshName()), workQueue(freshName())];
      const added = await queues.addMany(queue, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      await queues.add(other, { n: 9 });
      const ids = added.map(({ id }) => id).reverse();
      expect((await queues.list({ queue: queue.name, limit: 10 })).map(({ id }) => id)).toEqual(ids);
      expect((await queues.list({ queue: queue.name, limit: 2 })).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect(await queues.list({ queue: queue.name, state: 'dead', limit: 10 })).toEqual([]);
      const everything = (await queues.list({ limit: 1000 })).map(({ queue: name }) => name);
      expect(everything).toContain(other.name);
      expect(everything).toContain(queue.name);
    });

    it('shows when a job was made and when it ended', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const before = Date.now();
      const { id } = await queues.add(queue, { n: 4 });
      await queues.consume(queue, () => Promise.resolve({ n: 1 }), { concurrency: 1 });
      const job = await jobIn(queues, id, 'done');
      expect(job).toMatchObject({ id, queue: queue.name, state: 'done', label: 'job 4', attempts: 1 });
      const [made, ended] = [Date.parse(job.created_at), Date.parse(job.finished_at ?? '')];
      expect(made).toBeGreaterThanOrEqual(before);
      expect(ended).toBeGreaterThanOrEqual(made);
    });

    it('knows no job it never had', async () => {
      const queues = await open();
      expect(await queues.get(`${freshName()}.1`)).toBeUndefined();
    });

    it('remembers no more finished jobs than the queue declares', async () => {
      const queues = await open();
      const queue = workQueue(freshName(), { retention: { doneMs: 3_600_000, doneCount: 5, deadMs: 3_600_000 } });
      let total = 0;
      await queues.consume(queue, () => Promise.resolve({ n: (total += 1) }), { concurrency: 4 });
      await queues.addMany(
        queue,
        Array.from({ length: 60 }, (_, n) => ({ n })),
      );
      await eventually(async () => total === 60 && (await queues.counts(queue)).active === 0);
      await eventually(async () => (await queues.list({ queue: queue.name, state: 'done', limit: 100 })).length === 5);
    });
  });
}
