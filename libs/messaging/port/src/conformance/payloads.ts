import { describe, expect, it } from 'vitest';
import { eventually } from '@tributary/testing';
import { z } from 'zod';
import { defineQueue } from '@tributary/contracts';
import type { SuiteContext } from './harness.js';
import { workQueue } from './queues.js';

export function payloadBehaviours({ open, harness, freshName }: SuiteContext): void {
  describe('payloads', () => {
    it('refuses a payload that is not what the queue declares and stores nothing', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const wrong = z.object({ n: z.any() }).parse({ n: 'one' });
      await expect(queues.add(queue, wrong)).rejects.toMatchObject({ code: 'QUEUE.PAYLOAD_INVALID', retryable: false });
      await expect(queues.addMany(queue, [{ n: 1 }, wrong])).rejects.toMatchObject({ code: 'QUEUE.PAYLOAD_INVALID' });
      expect(await queues.counts(queue)).toEqual({ queue: queue.name, waiting: 0, delayed: 0, active: 0, dead: 0, oldest_ms: 0, bytes: 0 });
    });

    it('refuses a payload over 1 MB and takes one just below', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const note = 'ä'.repeat(512 * 1024);
      await expect(queues.add(queue, { n: 1, note })).rejects.toMatchObject({ code: 'QUEUE.PAYLOAD_TOO_LARGE', category: 'too_large' });
      await queues.add(queue, { n: 1, note: note.slice(50) });
      expect((await queues.counts(queue)).waiting).toBe(1);
    });

    it('declares a payload that does not parse dead at once, and goes on', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const seen: number[] = [];
      await harness().addUnchecked(queue, { n: 'one' });
      await harness().addUnchecked(queue, 'no object');
      await queues.add(queue, { n: 1 });
      const told: unknown[] = [];
      const onUnhandled = ({ code }: { readonly code: string }, { id }: { readonly id: string }) => told.push([id, code]);
      await queues.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 1, onUnhandled });
      await eventually(async () => (await queues.counts(queue)).dead === 2 && seen.length === 1);
      const dead = await queues.list({ queue: queue.name, state: 'dead', limit: 10 });
      expect(dead.map(({ error, attempts }) => [error?.code, attempts])).toEqual([
        ['QUEUE.PAYLOAD_INVALID', 1],
        ['QUEUE.PAYLOAD_INVALID', 1],
      ]);
      expect(dead[0]?.error?.message).not.toContain('no object');
      expect(told.sort()).toEqual(dead.map(({ id }) => [id, 'QUEUE.PAYLOAD_INVALID']).sort());
    });

    it('says what a payload that does not parse is about, as far as it tells', async () => {
      const queues = await open();
      const labelOfBroken = (payload: unknown) => z.object({ key: z.string() }).safeParse(payload).data?.key;
      const queue = workQueue(freshName(), { labelOfBroken });
      await harness().addUnchecked(queue, { n: 'one', key: 'this one' });
      await harness().addUnchecked(queue, 'no object');
      await queues.consume(queue, ({ data }) => Promise.resolve({ n: data.n }), { concurrency: 1 });
      await eventually(async () => (await queues.counts(queue)).dead === 2);
      const messages = (await queues.list({ queue: queue.name, state: 'dead', limit: 10 })).map(({ error }) => error?.message ?? '');
      expect(messages.filter((message) => message.includes(`A payload of ${queue.name} (this one) is not`))).toHaveLength(1);
      expect(messages.filter((message) => message.includes(`A payload of ${queue.name} is not`))).toHaveLength(1);
    });

    it('lets schemas act once: what is stored is what was given', async () => {
      const queues = await open();
      const data = z.object({ at: z.string().transform((text) => text.length) });
      const queue = defineQueue({ name: freshName(), data, result: z.object({}) });
      const seen: number[] = [];
      await queues.consume(queue, (job) => (seen.push(job.data.at), Promise.resolve({})), { concurrency: 1 });
      await queues.add(queue, { at: 'four' });
      await eventually(() => seen.length === 1);
      expect(seen).toEqual([4]);
    });
  });
}
