import { describe, expect, it } from 'vitest';
import { permanent, retryable } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import type { SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import { workQueue } from './queues.js';

const NEVER = { attempts: 5, backoff: { delayMs: 3_600_000, factor: 1, jitter: 0 } };

export function retryBehaviours({ open, freshName }: SuiteContext): void {
  describe('retries', () => {
    it('tries a job again that failed for a passing reason', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const attempts: number[] = [];
      await queues.consume(
        queue,
        ({ attempt }) => {
          attempts.push(attempt);
          return attempt < 3 ? Promise.reject(retryable('ENGINE.AWAY', 'away')) : Promise.resolve({ n: 1 });
        },
        { concurrency: 1 },
      );
      const { id } = await queues.add(queue, { n: 1 });
      await jobIn(queues, id, 'done');
      expect(attempts).toEqual([1, 2, 3]);
      expect(await queues.get(id)).toMatchObject({ attempts: 3 });
    });

    it('gives up after as many runs as the queue declares and keeps the reason', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      let runs = 0;
      await queues.consume(queue, () => Promise.reject(retryable('SOURCE.AWAY', `away ${(runs += 1).toString()}`)), { concurrency: 1 });
      const { id } = await queues.add(queue, { n: 1 });
      const job = await jobIn(queues, id, 'dead');
      expect(job).toMatchObject({ attempts: 3, error: { code: 'SOURCE.AWAY', message: 'away 3' } });
      expect(runs).toBe(3);
    });

    it('bears an engine or a model server that fails for more runs than the queue declares', async () => {
      const queues = await open();
      const queue = workQueue(freshName(), { retry: { attempts: 2, backoff: { delayMs: 1, factor: 1, jitter: 0 } } });
      const failing = ['ENGINE.UNAVAILABLE', 'EMBEDDER.UNAVAILABLE'];
      await queues.consume(
        queue,
        ({ data, attempt }) =>
          attempt < 6 ? Promise.reject(retryable(failing[data.n] ?? '', 'status 500', { untaken: false })) : Promise.resolve({ n: data.n }),
        { concurrency: 1 },
      );
      for (const { id } of await queues.addMany(queue, [{ n: 0 }, { n: 1 }]))
        expect(await jobIn(queues, id, 'done')).toMatchObject({ attempts: 6 });
    });

    it('declares a job dead after sixty runs that met a failing model server', async () => {
      const queues = await open();
      const queue = workQueue(freshName(), { retry: { attempts: 2, backoff: { delayMs: 1, factor: 1, jitter: 0 } } });
      await queues.consume(queue, () => Promise.reject(retryable('EMBEDDER.UNAVAILABLE', 'status 500')), { concurrency: 1 });
      const { id } = await queues.add(queue, { n: 1 });
      expect(await jobIn(queues, id, 'dead')).toMatchObject({ attempts: 60, error: { code: 'EMBEDDER.UNAVAILABLE' } });
    });

    it('declares a permanent error dead at once, with its code and message', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      await queues.consume(queue, () => Promise.reject(permanent('SOURCE.NOT_FOUND', 'No such folder: x')), { concurrency: 1 });
      const { id } = await queues.add(queue, { n: 1 });
      const job = await jobIn(queues, id, 'dead');
      expect(job).toMatchObject({ attempts: 1, error: { code: 'SOURCE.NOT_FOUND', message: 'No such folder: x' } });
    });

    it('tries a surprise again and calls it INTERNAL', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      await queues.consume(queue, () => Promise.reject(new TypeError('x is undefined')), { concurrency: 1 });
      const { id } = await queues.add(queue, { n: 1 });
      const job = await jobIn(queues, id, 'dead');
      expect(job).toMatchObject({ attempts: 3, error: { code: 'INTERNAL', message: 'x is undefined' } });
    });

    it('does not delay the neighbours of a failing job', async () => {
      const queues = await open();
      const queue = workQueue(freshName(), { retry: NEVER });
      const seen: number[] = [];
      await queues.consume(
        queue,
        ({ data }) => (data.n === 0 ? Promise.reject(retryable('ENGINE.AWAY', 'away')) : Promise.resolve({ n: seen.push(data.n) })),
        { concurrency: 1 },
      );
      const { id } = await queues.add(queue, { n: 0 });
      await queues.addMany(queue, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      await eventually(() => seen.length === 3);
      expect(await queues.get(id)).toMatchObject({ state: 'delayed', attempts: 1 });
      expect(await queues.counts(queue)).toMatchObject({ waiting: 0, delayed: 1 });
    });

    it('tells a run how many before it failed, without those that were put back', async () => {
      const queues = await open();
      const queue = workQueue(freshName(), { retry: { attempts: 5, backoff: { delayMs: 1, factor: 1, jitter: 0 } } });
      const errors = [
        retryable('QUEUE.BACKPRESSURE', 'full', { retryAfterMs: 1 }),
        retryable('SOURCE.AWAY', 'away'),
        retryable('QUEUE.BACKPRESSURE', 'full', { retryAfterMs: 1 }),
      ];
      const told: number[] = [];
      await queues.consume(
        queue,
        ({ failures }) => {
          const error = errors[told.push(failures) - 1];
          return error === undefined ? Promise.resolve({ n: 1 }) : Promise.reject(error);
        },
        { concurrency: 1 },
      );
      const { id } = await queues.add(queue, { n: 1 });
      await jobIn(queues, id, 'done');
      expect(told).toEqual([0, 0, 1, 1]);
    });

    it('does not count a run that met a full queue downstream', async () => {
      const queues = await open();
      const queue = workQueue(freshName(), { retry: { attempts: 1, backoff: NEVER.backoff } });
      let runs = 0;
      await queues.consume(
        queue,
        () => ((runs += 1) < 4 ? Promise.reject(retryable('QUEUE.BACKPRESSURE', 'full', { retryAfterMs: 5 })) : Promise.resolve({ n: 1 })),
        { concurrency: 1 },
      );
      const { id } = await queues.add(queue, { n: 1 });
      await jobIn(queues, id, 'done');
      expect(runs).toBe(4);
    });

    it('counts no run that met a server that took no request, where the queue outlasts outages', async () => {
      const queues = await open();
      const retry = { attempts: 2, backoff: { delayMs: 1, factor: 1, jitter: 0 } };
      const [waits, gives] = [workQueue(freshName(), { retry: { ...retry, outlastsOutages: true } }), workQueue(freshName(), { retry })];
      const told: number[] = [];
      const away = ({ attempt, failures }: { readonly attempt: number; readonly failures: number }) => {
        told.push(failures);
        return attempt < 6 ? Promise.reject(retryable('A.AWAY', 'away', { untaken: true })) : Promise.resolve({ n: 1 });
      };
      await queues.consume(waits, away, { concurrency: 1 });
      const { id } = await queues.add(waits, { n: 1 });
      expect(await jobIn(queues, id, 'done')).toMatchObject({ attempts: 6 });
      expect(told).toEqual([0, 0, 0, 0, 0, 0]);
      await queues.consume(gives, away, { concurrency: 1 });
      await jobIn(queues, (await queues.add(gives, { n: 1 })).id, 'dead');
    });

    it('tries again when a call inside the handler timed out', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      await queues.consume(
        queue,
        ({ attempt }) => (attempt === 1 ? Promise.reject(new DOMException('late', 'TimeoutError')) : Promise.resolve({ n: 1 })),
        { concurrency: 1 },
      );
      const { id } = await queues.add(queue, { n: 1 });
      await jobIn(queues, id, 'done');
    });
  });
}
