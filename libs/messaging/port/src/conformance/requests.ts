import { describe, expect, it } from 'vitest';
import { Deadline, permanent, retryable } from '@tributary/kernel';
import { eventually, withMoreTime } from '@tributary/testing';
import { z } from 'zod';
import type { Queues } from '../queues/queues.js';
import { deferred, aborted } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { requestQueue } from './queues.js';

const soon = (): { readonly deadline: Deadline } => ({ deadline: Deadline.in(30_000) });

export function requestBehaviours({ suite, open, freshName }: SuiteContext): void {
  const pair = async (): Promise<{ readonly asker: Queues; readonly answerer: Queues }> => {
    const answerer = await open();
    return { answerer, asker: suite.remoteRequests ? await open() : answerer };
  };

  describe('requests', () => {
    it('gives every caller his own answer', async () => {
      const { asker, answerer } = await pair();
      const queue = requestQueue(freshName());
      await answerer.consume(queue, ({ data }) => Promise.resolve({ n: data.n * 2 }), { concurrency: 8 });
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => asker.request(queue, { n }, soon())));
      expect(answers).toEqual(Array.from({ length: 50 }, (_, n) => ({ n: n * 2 })));
      await eventually(async () => (await asker.counts(queue)).active === 0);
      expect(await asker.list({ queue: queue.name, limit: 10 })).toEqual([]);
    });

    it('brings a handler’s error back with its code, and does not try again', async () => {
      const { asker, answerer } = await pair();
      const queue = requestQueue(freshName());
      let runs = 0;
      await answerer.consume(
        queue,
        ({ data }) => (
          (runs += 1),
          Promise.reject(
            data.n === 1
              ? permanent('COLLECTION.NOT_FOUND', 'none', { category: 'not_found' })
              : retryable('A.B', 'away', { retryAfterMs: 7 }),
          )
        ),
        { concurrency: 1 },
      );
      await expect(asker.request(queue, { n: 1 }, soon())).rejects.toMatchObject({
        code: 'COLLECTION.NOT_FOUND',
        message: 'none',
        category: 'not_found',
      });
      await expect(asker.request(queue, { n: 2 }, soon())).rejects.toMatchObject({ code: 'A.B', retryable: true, retryAfterMs: 7 });
      expect(runs).toBe(2);
    });

    it('ends at its deadline, aborts the handler, and drops the late reply', async () => {
      const { asker, answerer } = await pair();
      await withMoreTime(200, async (ms) => {
        const queue = requestQueue(freshName());
        const [wasAborted, mayReply] = [deferred<boolean>(), deferred()];
        let hasBegun = false;
        await answerer.consume(
          queue,
          async ({ data, signal }) => {
            if (data.n === 1) {
              hasBegun = true;
              await aborted(signal).catch(() => undefined);
              wasAborted.resolve(signal.aborted);
              await mayReply.promise;
            }
            return { n: data.n };
          },
          { concurrency: 2 },
        );
        await expect(asker.request(queue, { n: 1 }, { deadline: Deadline.in(ms) })).rejects.toMatchObject({
          code: 'REQUEST.TIMEOUT',
          category: 'timeout',
        });
        expect(hasBegun).toBe(true);
        expect(await wasAborted.promise).toBe(true);
        mayReply.resolve();
        expect(await asker.request(queue, { n: 2 }, soon())).toEqual({ n: 2 });
      });
    });

    it('takes the time in the line off the deadline that the handler sees', async () => {
      const { asker, answerer } = await pair();
      await withMoreTime(500, async (ms) => {
        const queue = requestQueue(freshName());
        const [isRunning, mayReply] = [deferred(), deferred()];
        const late = Deadline.in(3_600_000);
        const seen: { readonly handlers: number; readonly callers: number }[] = [];
        await answerer.consume(
          queue,
          async ({ data, deadline }) => {
            if (data.n === 2) seen.push({ handlers: deadline?.remainingMs ?? Infinity, callers: late.remainingMs });
            isRunning.resolve();
            await mayReply.promise;
            return { n: data.n };
          },
          { concurrency: 1 },
        );
        const first = asker.request(queue, { n: 1 }, soon());
        await isRunning.promise;
        const second = asker.request(queue, { n: 2 }, { deadline: late });
        const endsAt = performance.now() + ms;
        await eventually(() => performance.now() > endsAt);
        mayReply.resolve();
        await Promise.all([first, second]);
        const [{ handlers, callers } = { handlers: Infinity, callers: 0 }] = seen;
        expect(handlers).toBeGreaterThan(3_000_000);
        expect(handlers).toBeLessThan(callers + ms / 2); // Redis’s clock is known to half a round trip
      });
    });

    it('carries the caller’s abort to the handler', async () => {
      const { asker, answerer } = await pair();
      const queue = requestQueue(freshName());
      const [isRunning, wasAborted] = [deferred(), deferred<boolean>()];
      await answerer.consume(
        queue,
        async ({ signal }) => {
          isRunning.resolve();
          await aborted(signal).catch(() => undefined);
          wasAborted.resolve(signal.aborted);
          return { n: 1 };
        },
        { concurrency: 1 },
      );
      const controller = new AbortController();
      const asked = asker.request(queue, { n: 1 }, { ...soon(), signal: controller.signal });
      await isRunning.promise;
      const reason = new Error('the user went away');
      controller.abort(reason);
      await expect(asked).rejects.toBe(reason);
      expect(await wasAborted.promise).toBe(true);
      await expect(asker.request(queue, { n: 1 }, { ...soon(), signal: controller.signal })).rejects.toBe(reason);
    });

    it('reports at once that nobody answers', async () => {
      const { asker, answerer } = await pair();
      const queue = requestQueue(freshName());
      await expect(asker.request(queue, { n: 1 }, { deadline: Deadline.in(3_600_000) })).rejects.toMatchObject({
        code: 'REQUEST.NO_ANSWERER',
      });
      expect(await asker.isConsumed(queue)).toBe(false);
      const consumer = await answerer.consume(queue, ({ data }) => Promise.resolve({ n: data.n }), { concurrency: 1 });
      await eventually(async () => (await asker.request(queue, { n: 3 }, soon())).n === 3);
      expect(await asker.isConsumed(queue)).toBe(true);
      await consumer.stop(1000);
      await eventually(() =>
        expect(asker.request(queue, { n: 1 }, { deadline: Deadline.in(500) })).rejects.toMatchObject({ code: 'REQUEST.NO_ANSWERER' }),
      );
    });

    it('checks what is asked and what is answered', async () => {
      const { asker, answerer } = await pair();
      const queue = requestQueue(freshName());
      const anything = z.object({ n: z.any() });
      await answerer.consume(queue, () => Promise.resolve(anything.parse({ n: 'one' })), { concurrency: 1 });
      await expect(asker.request(queue, anything.parse({ n: 'one' }), soon())).rejects.toMatchObject({ code: 'QUEUE.PAYLOAD_INVALID' });
      await expect(asker.request(queue, { n: 1, note: 'x'.repeat(1024 * 1024) }, soon())).rejects.toMatchObject({
        code: 'QUEUE.PAYLOAD_TOO_LARGE',
      });
      await expect(asker.request(queue, { n: 1 }, soon())).rejects.toMatchObject({ code: 'QUEUE.RESULT_INVALID' });
    });
  });
}
