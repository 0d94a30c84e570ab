import { Deadline } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reranker } from '../reranker/reranker.js';

const QUERY = 'How is the API key rotated?';
const FITTING = 'Rotate the API key: make a new key, then delete the old key.';
const TEXTS = ['The cat sleeps on the warm stove.', FITTING, 'Schlüssel 🙂 日本語', 'Carrots and leeks are simmered in stock.'];
const SENTENCE = 'The worker keeps a lease on the source while it is planned. ';
/** Far more than any of them takes. */
const soon = () => ({ deadline: Deadline.in(15_000) });

/** The behaviours every reranker shows; `open` makes a fresh one, ready to answer. */
export function describeReranker(name: string, open: () => Reranker | Promise<Reranker>): void {
  describe(`${name} as a reranker`, () => {
    let reranker: Reranker;
    const score = (texts: readonly string[], query = QUERY) => reranker.rerank({ query, texts }, soon());
    beforeAll(async () => {
      reranker = await open();
    });
    afterAll(() => reranker.close());

    it('gives one finite score per text, in order, the highest to the one that answers', async () => {
      const scores = await score(TEXTS);
      expect(scores).toHaveLength(TEXTS.length);
      expect(scores.every((one) => Number.isFinite(one))).toBe(true);
      expect(Math.max(...scores.map(Number))).toBe(scores[1]);
    });

    it('gives a text the same score alone as among others', async () => {
      const together = await score([...TEXTS, ...Array.from({ length: 60 }, (_, i) => SENTENCE.repeat(1 + (i % 3)))]);
      for (const [at, text] of TEXTS.entries()) {
        const [alone] = await score([text]);
        expect(alone).toBeCloseTo(Number(together[at]), 2);
      }
    });

    it('answers calls at the same time as if they came one by one', async () => {
      const alone = await score(TEXTS);
      const calls = await Promise.all([score(TEXTS), score(TEXTS.toReversed()), score(TEXTS)]);
      for (const [at, one] of alone.entries()) {
        expect(calls[0][at]).toBeCloseTo(Number(one), 2);
        expect(calls[1].at(-1 - at)).toBeCloseTo(Number(one), 2);
      }
    });

    it('gives nothing for nothing', async () => {
      expect(await score([])).toEqual([]);
    });

    it('takes blank and very long texts, halves of characters and control characters beside others', async () => {
      const odd = ['', ' \n\t', FITTING, SENTENCE.repeat(20_000), 'read \ud83d a file', 'read\u0000a\u0007file'];
      const scores = await score(odd);
      expect(scores).toHaveLength(odd.length);
      expect(scores.every((one) => Number.isFinite(one))).toBe(true);
      expect(Math.max(...scores.map(Number))).toBe(scores[2]);
      expect(await score(TEXTS, SENTENCE.repeat(300))).toHaveLength(TEXTS.length);
    });

    it('stops when its signal aborts, and goes on with other calls', async () => {
      const aborted = reranker.rerank({ query: QUERY, texts: TEXTS }, { ...soon(), signal: AbortSignal.abort() });
      await expect(aborted).rejects.toThrow(/abort/i);
      expect(await score(TEXTS)).toHaveLength(TEXTS.length);
    });

    it('does not outlast its deadline', async () => {
      const texts = Array.from({ length: 100 }, (_, i) => `${SENTENCE.repeat(4)} ${i.toString()}`);
      // Whoever shares the processor may hold it up: then it is asked once more.
      await eventually(async () => {
        const before = performance.now();
        const late = await reranker.rerank({ query: QUERY, texts }, { deadline: Deadline.in(60) }).catch(() => undefined);
        expect(performance.now() - before).toBeLessThan(2000);
        expect([undefined, texts.length]).toContain(late?.length);
      });
    });

    it('is up, may be closed twice, and loads again afterwards', async () => {
      expect(await reranker.health()).toMatchObject({ name: reranker.name, status: 'up' });
      const before = await score(TEXTS);
      await reranker.close();
      await reranker.close();
      expect((await score(TEXTS))[1]).toBeCloseTo(Number(before[1]), 2);
    });
  });
}
