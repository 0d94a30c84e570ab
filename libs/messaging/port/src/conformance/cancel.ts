import { describe, expect, it } from 'vitest';
import { permanent, retryable } from '@tributary/kernel';
import { withMoreTime } from '@tributary/testing';
import { deferred, aborted } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import type { JobHandler } from '../jobs/job.js';
import { workQueue } from './queues.js';

export function cancelBehaviours({ open, freshName }: SuiteContext): void {
  describe('cancel', () => {
    it('keeps a waiting job from ever starting', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const [first, second] = await queues.addMany(queue, [{ n: 1 }, { n: 2 }]);
      await queues.cancel(first?.id ?? '');
      expect((await queues.get(first?.id ?? ''))?.state).toBe('cancelled');
      const seen: number[] = [];
      await queues.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 1 });
      await jobIn(queues, second?.id, 'done');
      expect(seen).toEqual([2]);
      expect((await queues.list({ queue: queue.name, state: 'cancelled', limit: 5 })).map(({ id }) => id)).toEqual([first?.id]);
    });

    it('aborts the signal of a running job, from another handle, and does not try it again', async () => {
      const [worker, caller] = [await open(), await open()];
      const queue = workQueue(freshName());
      const isRunning = deferred();
      const reasons: unknown[] = [];
      await worker.consume(
        queue,
        async ({ signal }) => {
          isRunning.resolve();
          await aborted(signal).catch((reason: unknown) => {
            reasons.push(reason);
            throw reason;
          });
          return { n: 1 };
        },
        { concurrency: 1 },
      );
      const { id } = await caller.add(queue, { n: 1 });
      await isRunning.promise;
      await caller.cancel(id);
      await jobIn(caller, id, 'cancelled');
      expect(reasons).toEqual([expect.objectContaining({ code: 'JOB.CANCELLED' })]);
      expect((await caller.counts(queue)).dead).toBe(0);
    });

    it('leaves a job done that finished all the same', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const isRunning = deferred();
      await queues.consume(
        queue,
        async ({ signal }) => {
          isRunning.resolve();
          await aborted(signal).catch(() => undefined);
          return { n: 1 };
        },
        { concurrency: 1 },
      );
      const { id } = await queues.add(queue, { n: 1 });
      await isRunning.promise;
      await queues.cancel(id);
      await jobIn(queues, id, 'done');
      await queues.cancel(id);
      expect((await queues.get(id))?.state).toBe('done');
    });

    it('ends a job that waits for its next run', async () => {
      const queues = await open();
      await withMoreTime(200, async (delayMs) => {
        const queue = workQueue(freshName(), { retry: { attempts: 5, backoff: { delayMs, factor: 1, jitter: 0 } } });
        let runs = 0;
        await queues.consume(
          queue,
          ({ data }) => (data.n === 1 ? ((runs += 1), Promise.reject(retryable('A.B', 'away'))) : Promise.resolve({ n: 2 })),
          { concurrency: 1 },
        );
        const { id } = await queues.add(queue, { n: 1 });
        await jobIn(queues, id, 'delayed');
        await queues.cancel(id);
        expect((await queues.get(id))?.state).toBe('cancelled');
        const later = await queues.add(queue, { n: 2 }, { delayMs: 2 * delayMs });
        await jobIn(queues, later.id, 'done');
        expect(runs).toBe(1);
      });
    });

    it('puts a dead letter away, until a redrive', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      let isMended = false;
      await queues.consume(queue, ({ data }) => (isMended ? Promise.resolve({ n: data.n }) : Promise.reject(permanent('A.B', 'broken'))), {
        concurrency: 1,
      });
      const { id } = await queues.add(queue, { n: 1 });
      await jobIn(queues, id, 'dead');
      await queues.cancel(id);
      expect(await queues.get(id)).toMatchObject({ state: 'cancelled' });
      expect(await queues.get(id)).not.toHaveProperty('error');
      expect((await queues.counts(queue)).dead).toBe(0);
      expect(await queues.list({ queue: queue.name, state: 'dead', limit: 5 })).toEqual([]);
      await expect(queues.cancel(id)).resolves.toBeUndefined();
      isMended = true;
      await queues.redrive(id);
      await jobIn(queues, id, 'done');
    });

    it('can be taken back by a redrive', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const { id } = await queues.add(queue, { n: 1 });
      await queues.cancel(id);
      await queues.redrive(id);
      await queues.consume(queue, () => Promise.resolve({ n: 1 }), { concurrency: 1 });
      await jobIn(queues, id, 'done');
    });

    it('can be taken back by a redrive of what it ended while it ran', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const isRunning = deferred();
      const runs: number[] = [];
      const handler: JobHandler<typeof queue> = ({ data, signal }) => {
        isRunning.resolve();
        return runs.push(data.n) === 1 ? aborted(signal) : Promise.resolve({ n: data.n });
      };
      await queues.consume(queue, handler, { concurrency: 1 });
      const { id } = await queues.add(queue, { n: 1 });
      await isRunning.promise;
      await queues.cancel(id);
      await jobIn(queues, id, 'cancelled');
      await queues.redrive(id);
      await jobIn(queues, id, 'done');
      expect(runs).toEqual([1, 1]);
    });

    it('outlives the stop of a process whose handler does not let go', async () => {
      const [leaving, staying] = [await open(), await open()];
      const queue = workQueue(freshName());
      const [isRunning, isAborted, mayEnd] = [deferred(), deferred(), deferred()];
      const handler: JobHandler<typeof queue> = async ({ signal }) => {
        isRunning.resolve();
        await aborted(signal).catch(() => undefined);
        isAborted.resolve();
        await mayEnd.promise;
        throw new Error('too late');
      };
      const consumer = await leaving.consume(queue, handler, { concurrency: 1 });
      const { id } = await leaving.add(queue, { n: 1 });
      await isRunning.promise;
      await staying.cancel(id);
      await isAborted.promise;
      await consumer.stop(0);
      expect((await staying.get(id))?.state).toBe('cancelled');
      const runs: number[] = [];
      await staying.consume(queue, ({ data }) => Promise.resolve({ n: runs.push(data.n) }), { concurrency: 1 });
      const after = await staying.add(queue, { n: 2 });
      await jobIn(staying, after.id, 'done');
      mayEnd.resolve();
      const last = await leaving.add(queue, { n: 3 });
      await jobIn(staying, last.id, 'done');
      expect(runs).toEqual([2, 3]);
      expect((await staying.get(id))?.state).toBe('cancelled');
    });

    it('says when it does not know the job', async () => {
      const queues = await open();
      await expect(queues.cancel(`${freshName()}.1`)).rejects.toMatchObject({ code: 'JOB.NOT_FOUND' });
    });
  });
}
