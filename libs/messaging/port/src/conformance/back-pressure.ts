import { describe, expect, it } from 'vitest';
import { permanent, retryable } from '@tributary/kernel';
import { eventually, withMoreTime } from '@tributary/testing';
import { deferred } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import { workQueue } from './queues.js';

export function backPressureBehaviours({ open, freshName }: SuiteContext): void {
  describe('back pressure', () => {
    it('refuses jobs above the number that may wait, and takes them again when there is room', async () => {
      const queue = workQueue(freshName());
      const queues = await open({ limits: { [queue.name]: { maxWaiting: 3 } } });
      await queues.addMany(queue, [{ n: 1 }, { n: 2 }]);
      await queues.add(queue, { n: 3 });
      await expect(queues.add(queue, { n: 4 })).rejects.toMatchObject({
        code: 'QUEUE.BACKPRESSURE',
        retryable: true,
        category: 'overloaded',
        retryAfterMs: 1000,
      });
      await queues.consume(queue, ({ data }) => Promise.resolve({ n: data.n }), { concurrency: 1 });
      await eventually(async () => !(await queues.add(queue, { n: 4 })).deduplicated);
    });

    it('takes all jobs that come together, or none of them', async () => {
      const queue = workQueue(freshName());
      const queues = await open({ limits: { [queue.name]: { maxWaiting: 300 } } });
      const many = Array.from({ length: 600 }, (_, n) => ({ n }));
      await queues.addMany(queue, many.slice(0, 299));
      expect(await queues.addMany(queue, many)).toHaveLength(600);
      await expect(queues.addMany(queue, many)).rejects.toMatchObject({ code: 'QUEUE.BACKPRESSURE' });
      expect((await queues.counts(queue)).waiting).toBe(899);
    });

    it('refuses jobs above the bytes that may wait', async () => {
      const queue = workQueue(freshName());
      const queues = await open({ limits: { [queue.name]: { maxBytes: 1000 } } });
      await queues.add(queue, { n: 1, note: 'x'.repeat(1000) });
      await expect(queues.add(queue, { n: 2 })).rejects.toMatchObject({ code: 'QUEUE.BACKPRESSURE' });
    });

    it('tells beforehand what one more job would be refused with, and that what was put off leaves room for what may run', async () => {
      const [many, large, putOff] = [workQueue(freshName()), workQueue(freshName()), workQueue(freshName())];
      const limits = { [many.name]: { maxWaiting: 2 }, [large.name]: { maxBytes: 1000 }, [putOff.name]: { maxWaiting: 2 } };
      const queues = await open({ limits });
      expect(await queues.overflow(many)).toBeUndefined();
      await queues.addMany(many, [{ n: 1 }, { n: 2 }]);
      await queues.add(large, { n: 1, note: 'x'.repeat(1000) });
      await queues.addMany(putOff, [{ n: 1 }, { n: 2 }], { delayMs: 600_000 });
      for (const queue of [many, large])
        expect(await queues.overflow(queue)).toMatchObject({ code: 'QUEUE.BACKPRESSURE', retryAfterMs: 1000 });
      await eventually(async () => (await queues.overflow(putOff)) === undefined);
    });

    it('refuses jobs while the oldest has waited too long', async () => {
      const queue = workQueue(freshName());
      const queues = await open({ limits: { [queue.name]: { maxOldestMs: 20 } } });
      await queues.add(queue, { n: 1 });
      await eventually(() => expect(queues.add(queue, { n: 2 })).rejects.toMatchObject({ code: 'QUEUE.BACKPRESSURE' }));
    });

    it('counts the wait of a redriven job from its redrive, so that one that died long ago refuses nobody', async () => {
      await withMoreTime(400, async (maxOldestMs) => {
        const queue = workQueue(freshName());
        const queues = await open({ limits: { [queue.name]: { maxOldestMs } } });
        const end = deferred();
        const handler = async ({ data }: { readonly data: { readonly n: number } }) => {
          if (data.n === 1) throw permanent('A.B', 'broken');
          await end.promise;
          return { n: data.n };
        };
        await queues.consume(queue, handler, { concurrency: 1 });
        const { id } = await queues.add(queue, { n: 1 });
        const bornAt = performance.now();
        await jobIn(queues, id, 'dead');
        const running = await queues.add(queue, { n: 2 });
        await jobIn(queues, running.id, 'active');
        try {
          await eventually(() => performance.now() - bornAt > maxOldestMs + 50);
          await queues.redrive(id);
          expect((await queues.counts(queue)).oldest_ms).toBeLessThan(maxOldestMs);
          await queues.add(queue, { n: 3 });
        } finally {
          end.resolve();
        }
      });
    });

    it('holds no consumer for what was put off in the queue it fills', async () => {
      const queues = await open();
      const [filling, filled] = [workQueue(freshName()), workQueue(freshName())];
      await queues.addMany(filled, [{ n: 1 }, { n: 2 }, { n: 3 }], { delayMs: 600_000 });
      const { id } = await queues.add(filling, { n: 1 });
      await queues.consume(filling, ({ data }) => Promise.resolve({ n: data.n }), {
        concurrency: 1,
        holdWhile: { queue: filled, waitingOver: 1 },
      });
      await jobIn(queues, id, 'done');
    });

    it('counts the wait of a job that met an outage from when it met it last', async () => {
      const retry = { attempts: 2, backoff: { delayMs: 800, factor: 1, jitter: 0 }, outlastsOutages: true };
      const queue = workQueue(freshName(), { retry });
      const queues = await open();
      const bornAt = Date.now();
      const { id } = await queues.add(queue, { n: 1 });
      const away = ({ attempt }: { readonly attempt: number }) =>
        attempt <= 2 ? Promise.reject(retryable('A.AWAY', 'away', { untaken: true })) : Promise.resolve({ n: 1 });
      await queues.consume(queue, away, { concurrency: 1 });
      await jobIn(queues, id, 'done');
      const { created_at: since = '' } = (await queues.get(id)) ?? {};
      expect(Date.parse(since) - bornAt).toBeGreaterThan(500);
    });

    it('holds a consumer while the queue it fills is long, and lets it go on', async () => {
      const queues = await open();
      const [filling, filled] = [workQueue(freshName()), workQueue(freshName())];
      await queues.addMany(filled, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      await queues.add(filling, { n: 1 });
      const order: string[] = [];
      await queues.consume(filling, () => (order.push('filling'), Promise.resolve({ n: 1 })), {
        concurrency: 1,
        holdWhile: { queue: filled, waitingOver: 1 },
      });
      await queues.consume(filled, ({ data }) => (order.push(`filled ${data.n.toString()}`), Promise.resolve({ n: 1 })), {
        concurrency: 1,
      });
      await eventually(() => order.length === 4);
      expect(order.slice(0, 2)).toEqual(['filled 1', 'filled 2']);
    });
  });
}
