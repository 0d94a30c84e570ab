import { describe, expect, it } from 'vitest';
import { Deadline } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { deferred } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { requestQueue } from './queues.js';

export function requestLimitBehaviours({ suite, open, freshName }: SuiteContext): void {
  describe('too many requests', () => {
    it('refuses with the queue’s own code when the line is full, and answers those in line', async () => {
      const queue = requestQueue(freshName());
      const limits = { [queue.name]: { maxWaiting: 2 } };
      const answerer = await open({ limits });
      const asker = suite.remoteRequests ? await open({ limits }) : answerer;
      const mayAnswer = deferred();
      let running = 0;
      await answerer.consume(
        queue,
        async ({ data }) => {
          running += 1;
          await mayAnswer.promise;
          return { n: data.n };
        },
        { concurrency: 1 },
      );
      const ask = (n: number): Promise<{ n: number }> => asker.request(queue, { n }, { deadline: Deadline.in(30_000) });
      await eventually(() => asker.isConsumed(queue));
      const asked = [ask(1)];
      await eventually(() => running === 1);
      asked.push(ask(2), ask(3));
      const code = `${queue.name.toUpperCase().replaceAll('-', '_')}.OVERLOADED`;
      await expect(ask(4)).rejects.toMatchObject({ code, category: 'overloaded', retryable: true });
      mayAnswer.resolve();
      expect(await Promise.all(asked)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
      expect(await ask(5)).toEqual({ n: 5 });
    });

    it('never starts a request whose caller gave up in the line', async () => {
      const queue = requestQueue(freshName());
      const answerer = await open();
      const asker = suite.remoteRequests ? await open() : answerer;
      const [isRunning, mayAnswer] = [deferred(), deferred()];
      const started: number[] = [];
      await answerer.consume(
        queue,
        async ({ data }) => {
          started.push(data.n);
          isRunning.resolve();
          await mayAnswer.promise;
          return { n: data.n };
        },
        { concurrency: 1 },
      );
      await eventually(() => asker.isConsumed(queue));
      const first = asker.request(queue, { n: 1 }, { deadline: Deadline.in(30_000) });
      await isRunning.promise;
      await expect(asker.request(queue, { n: 2 }, { deadline: Deadline.in(200) })).rejects.toMatchObject({ code: 'REQUEST.TIMEOUT' });
      await eventually(async () => (await asker.counts(queue)).waiting === 0);
      mayAnswer.resolve();
      expect(await first).toEqual({ n: 1 });
      expect(await asker.request(queue, { n: 3 }, { deadline: Deadline.in(30_000) })).toEqual({ n: 3 });
      expect(started).toEqual([1, 3]);
    });
  });
}
