import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddingProvider } from '../provider/embedding-provider.js';

const TEXTS = [
  'How do I rotate the API key?',
  'Changing your access token',
  'The cat sleeps on the warm stove',
  'Schlüssel 🙂 日本語',
  'How do I rotate the API key?',
];
const DOCUMENT = { kind: 'document' } as const;

/** The behaviours every embedding provider shows; `open` makes a fresh one, ready to answer. */
export function describeEmbeddingProvider(name: string, open: () => EmbeddingProvider | Promise<EmbeddingProvider>): void {
  describe(`${name} as an embedding provider`, () => {
    let provider: EmbeddingProvider;
    beforeAll(async () => {
      provider = await open();
    });
    afterAll(() => provider.close());

    it('describes itself as the card of a collection does, the same each time', async () => {
      const description = await provider.describe();
      expect(description.name).toBe(provider.name);
      expect(description.dimension).toBeGreaterThan(0);
      expect(['cosine', 'dot', 'euclid']).toContain(description.distance);
      expect(await provider.describe()).toEqual(description);
    });

    it('gives one vector of the described dimension and of unit length per text, in order', async () => {
      const { dimension } = await provider.describe();
      const vectors = await provider.embed(TEXTS, DOCUMENT);
      expect(vectors).toHaveLength(TEXTS.length);
      for (const vector of vectors) {
        expect(vector).toHaveLength(dimension);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
      }
      expect(dot(vectors[0], vectors[4])).toBeCloseTo(1, 3);
      expect(dot(vectors[0], vectors[1])).toBeGreaterThan(dot(vectors[0], vectors[2]));
    });

    it('gives a text the same vector alone as among others, and at any time', async () => {
      const together = await provider.embed(TEXTS, DOCUMENT);
      for (const [i, text] of TEXTS.entries()) {
        const [alone] = await provider.embed([text], DOCUMENT);
        expect(dot(alone, together[i])).toBeCloseTo(1, 3);
      }
    });

    it('answers calls at the same time as if they came one by one', async () => {
      const [expected, ...others] = await Promise.all(Array.from({ length: 4 }, () => provider.embed(TEXTS, DOCUMENT)));
      for (const vectors of others)
        expect(vectors.map((vector, i) => dot(vector, expected?.[i])).every((cosine) => cosine > 0.999)).toBe(true);
    });

    it('embeds queries too', async () => {
      const [query] = await provider.embed(['rotate key'], { kind: 'query' });
      expect(query).toHaveLength((await provider.describe()).dimension);
    });

    it('gives nothing for nothing, and finite numbers for texts without words', async () => {
      expect(await provider.embed([], DOCUMENT)).toEqual([]);
      for (const vector of await provider.embed(['', ' \n', '\u0000'], DOCUMENT)) expect([...vector].every(Number.isFinite)).toBe(true);
    });

    it('stops when its signal aborts', async () => {
      await expect(provider.embed(TEXTS, { ...DOCUMENT, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    });

    it('is up', async () => {
      expect(await provider.health()).toMatchObject({ name: provider.name, status: 'up' });
    });
  });
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return Array.from(a ?? []).reduce((sum, value, d) => sum + value * (b?.[d] ?? 0), 0);
}
