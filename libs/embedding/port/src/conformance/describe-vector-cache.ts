import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VectorCache } from '../caching/vector-cache.js';

const MODEL = { name: 'minilm', revision: 'aaaaaaaaaaaa' };
const MAX_VECTORS = 40;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const vectorOf = (seed: number) => Float32Array.from({ length: 8 }, (_, d) => Math.fround(Math.sin(seed * 8 + d) / 3));
const entry = (n: number) => ({ hash: hashOf(n.toString()), vector: vectorOf(n) });
const entries = (from: number, count: number) => Array.from({ length: count }, (_, i) => entry(from + i));

interface VectorCacheBed {
  /** A cache over the same store each time, bounded to so many vectors. */
  open(maxVectors: number): VectorCache | Promise<VectorCache>;
  dispose(): Promise<void>;
}

/** The behaviours of every store of vectors; `start` makes an empty one. */
export function describeVectorCache(name: string, start: () => Promise<VectorCacheBed>): void {
  describe(`${name} as a cache of vectors`, () => {
    let bed: VectorCacheBed;
    let cache: VectorCache;
    beforeEach(async () => {
      bed = await start();
      cache = await bed.open(MAX_VECTORS);
    });
    afterEach(async () => {
      await cache.close();
      await bed.dispose();
    });
    const found = async (numbers: readonly number[], model = MODEL) => {
      const vectors = await cache.get(
        model,
        numbers.map((n) => entry(n).hash),
      );
      return numbers.filter((_, i) => vectors[i] !== undefined);
    };

    it('gives back every number exactly, in the order asked for, and nothing for what it does not keep', async () => {
      await cache.put(MODEL, entries(0, 5));
      const asked = [3, 7, 0].map((n) => entry(n).hash);
      expect(await cache.get(MODEL, asked)).toEqual([vectorOf(3), undefined, vectorOf(0)]);
    });

    it('keeps models and their revisions apart', async () => {
      await cache.put(MODEL, [entry(1)]);
      expect(await found([1], { ...MODEL, revision: 'bbbbbbbbbbbb' })).toEqual([]);
      expect(await found([1], { ...MODEL, name: 'other' })).toEqual([]);
      await cache.put({ ...MODEL, revision: 'bbbbbbbbbbbb' }, [{ ...entry(1), vector: vectorOf(9) }]);
      expect(await cache.get(MODEL, [entry(1).hash])).toEqual([vectorOf(1)]);
    });

    it('has after a restart what it had before', async () => {
      await cache.put(MODEL, entries(0, 20));
      await cache.close();
      cache = await bed.open(MAX_VECTORS);
      expect(await found([0, 19])).toEqual([0, 19]);
    });

    it('shows one process what another one put', async () => {
      const other = await bed.open(MAX_VECTORS);
      await other.put(MODEL, [entry(1)]);
      expect(await found([1])).toEqual([1]);
      await other.close();
    });

    it('never holds many more vectors than it may, and keeps some of them', async () => {
      for (let from = 0; from < 4 * MAX_VECTORS; from += 10) {
        await cache.put(MODEL, entries(from, 10));
        const kept = await found(Array.from({ length: from + 10 }, (_, n) => n));
        expect(kept.length).toBeLessThanOrEqual(MAX_VECTORS);
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(from, 0.8 * MAX_VECTORS));
      }
    });

    it('drops down to a smaller bound with the next vectors', async () => {
      await cache.put(MODEL, entries(0, MAX_VECTORS));
      await cache.close();
      cache = await bed.open(20);
      await cache.put(MODEL, [entry(1000)]);
      expect((await found(Array.from({ length: MAX_VECTORS }, (_, n) => n))).length).toBeLessThanOrEqual(20);
    });
  });
}
