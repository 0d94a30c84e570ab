import { describe, expect, it } from 'vitest';
import { permanent, retryable } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import type { SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import { workQueue } from './queues.js';

export function metOutageBehaviours({ open, freshName }: SuiteContext): void {
  describe('what runs met', () => {
    it('is told to whoever asks, by the key of the queue: what was away, and nothing that fails at a text or asks for fewer requests', async () => {
      const worker = await open();
      const retry = { attempts: 3, backoff: { delayMs: 60_000, factor: 1, jitter: 0 }, outlastsOutages: true };
      const queue = workQueue(freshName(), { retry, outageKey: ({ key = '' }) => key });
      const errors = [
        retryable('EMBEDDER.UNAVAILABLE', 'The server of one does not answer.', { untaken: true }),
        retryable('ENGINE.FAILED', 'The engine of two fails.'),
        retryable('EMBEDDER.UNAVAILABLE', 'The server of three asks for fewer requests.', { untaken: true, category: 'overloaded' }),
        permanent('A.B', 'broken'),
      ];
      await worker.consume(
        queue,
        ({ data }) => {
          const error = errors[data.n];
          return error === undefined ? Promise.resolve({ n: data.n }) : Promise.reject(error);
        },
        { concurrency: 1 },
      );
      expect(await worker.outages(queue)).toEqual(new Map());
      await worker.addMany(
        queue,
        ['one', 'two', 'three', 'four', 'five'].map((key, n) => ({ n, key })),
      );
      const { id } = await worker.add(queue, { n: 9, key: 'six' });
      await jobIn(worker, id, 'done');
      await eventually(async () => {
        expect(await worker.outages(queue)).toEqual(
          new Map([['one', { code: 'EMBEDDER.UNAVAILABLE', message: 'The server of one does not answer.' }]]),
        );
      });
    });
  });
}
