import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DocumentWrite, Point } from '../../index.js';
import type { SuiteContext } from '../harness.js';
import { sampleDocument } from '../samples/sample-document.js';

export function badInputBehaviours({ engine, freshCollection }: SuiteContext): void {
  const spoilt = (write: DocumentWrite, spoil: (point: Point) => Partial<Point>): DocumentWrite => ({
    ...write,
    points: write.points.map((point) => ({ ...point, ...spoil(point) })),
  });

  describe('bad input', () => {
    it.each([
      ['another dimension', 'ENGINE.DIMENSION_MISMATCH', () => ({ vector: new Float32Array(5) })],
      ['not a number', 'ENGINE.VECTOR_INVALID', () => ({ vector: Float32Array.from({ length: 8 }, (_, i) => (i === 3 ? Number.NaN : 1)) })],
      ['infinity', 'ENGINE.VECTOR_INVALID', () => ({ vector: new Float32Array(8).fill(Number.POSITIVE_INFINITY) })],
      ['no UUID', 'ENGINE.POINT_INVALID', () => ({ id: 'chunk-1' })],
      ['another document', 'ENGINE.POINT_INVALID', ({ payload }: Point) => ({ payload: { ...payload, doc_id: 'other' } })],
      ['another place', 'ENGINE.POINT_INVALID', ({ payload }: Point) => ({ payload: { ...payload, chunk_index: 3 } })],
      ['another number of chunks', 'ENGINE.POINT_INVALID', ({ payload }: Point) => ({ payload: { ...payload, total_chunks: 9 } })],
      [
        'terms out of order',
        'ENGINE.POINT_INVALID',
        ({ features }: Point) => ({ features: { ...features, terms: { ...features.terms, ids: features.terms.ids.toReversed() } } }),
      ],
    ])('refuses a point with %s, writes nothing, and goes on', async (_, code, spoil) => {
      const collection = await freshCollection(8);
      const good = sampleDocument({ collection, key: 'good', chunks: ['some good words'] });
      const bad = spoilt(sampleDocument({ collection, key: 'bad', chunks: ['some bad words'] }), spoil);
      const [refused, written] = await Promise.allSettled([engine().writeDocument(bad), engine().writeDocument(good)]);
      expect(refused).toMatchObject({ status: 'rejected', reason: { code } });
      expect(written).toMatchObject({ status: 'fulfilled', value: { outcome: 'written' } });
      expect(await engine().fences(collection, [bad.docId])).toEqual([undefined]);
      expect(await engine().count(collection)).toBe(1);
    });

    it('refuses every call on an unknown collection', async () => {
      const collection = 'nowhere__g1';
      const calls = [
        engine().writeDocument(sampleDocument({ collection, key: 'a', chunks: ['a'] })),
        engine().deleteDocuments({ collection, documents: [{ docId: 'a', key: 'a', version: 1 }] }),
        engine().fences(collection, ['a']),
        engine().dropTombstones(collection, 0),
        engine().nominate({ collection, lanes: engine().capabilities.lanes, limit: 1, terms: [{ id: 1, weight: 1 }] }),
        engine().signals({ collection, ids: [], terms: [] }),
        engine().read(collection, { ids: [] }),
        engine().read(collection, {}),
        engine().scroll({ collection, limit: 1 }),
        engine().count(collection),
        engine().count(collection, {}),
        engine().findDocuments(collection, {}),
        engine().storedVectors(collection, 'a'),
        engine().suggestWords(collection, ['a']),
        engine().dropCollection(collection),
      ];
      for (const result of await Promise.allSettled(calls))
        expect(result).toMatchObject({ status: 'rejected', reason: { code: 'COLLECTION.NOT_FOUND' } });
    });

    it('refuses a query vector of another dimension or with a number that is not finite', async () => {
      const collection = await freshCollection(8);
      const ask = (vector: Float32Array) => engine().nominate({ collection, lanes: ['semantic'], limit: 1, terms: [], vector });
      await expect(ask(new Float32Array(7))).rejects.toMatchObject({ code: 'ENGINE.DIMENSION_MISMATCH' });
      await expect(ask(new Float32Array(8).fill(Number.NaN))).rejects.toMatchObject({ code: 'ENGINE.VECTOR_INVALID' });
    });

    it.each(['a..b', 'a[', 'a b', '[]', 'a.', '"'])('refuses a filter on %j, which is no field', async (key) => {
      const collection = await freshCollection(8);
      await engine().writeDocument(sampleDocument({ collection, key: 'a', chunks: ['a'] }));
      const filter = { must: [{ key, match: { value: 1 } }] };
      await expect(engine().count(collection, filter)).rejects.toMatchObject({ code: 'FILTER.INVALID' });
      await expect(engine().scroll({ collection, filter, limit: 1 })).rejects.toMatchObject({ code: 'FILTER.INVALID' });
      await expect(engine().nominate({ collection, filter, lanes: [], limit: 1, terms: [] })).rejects.toMatchObject({
        code: 'FILTER.INVALID',
      });
    });

    it('does not begin what is cancelled already', async () => {
      const collection = await freshCollection(8);
      const write = sampleDocument({ collection, key: 'a', chunks: ['a'] });
      await expect(engine().writeDocument(write, { signal: AbortSignal.abort() })).rejects.toThrow(
        // safe: Vitest types its matchers as any, which stands for an error here
        expect.objectContaining({ name: 'AbortError' }) as Error,
      );
      expect(await engine().count(collection)).toBe(0);
    });

    it('finds nothing under ids of another kind, and is not troubled by them', async () => {
      const collection = await freshCollection(8);
      const document = sampleDocument({ collection, key: 'a', chunks: ['a'] });
      await engine().writeDocument(document);
      const filter = { must: [{ has_id: [42, 'not an id', 2 ** 40] }] };
      expect(await engine().count(collection, filter)).toBe(0);
      expect(await engine().count(collection, { must_not: [{ has_id: [42, 'not an id'] }] })).toBe(1);
      expect(await engine().read(collection, { ids: ['42', 'not an id', ''] })).toEqual([]);
      expect(await engine().findDocuments(collection, { ids: ['42'] })).toEqual([]);
      expect(await engine().fences(collection, ['42', document.docId])).toMatchObject([undefined, { version: 1 }]);
    });

    it('takes the zero vector, which is like nothing', async () => {
      const collection = await freshCollection(8);
      const one = Float32Array.from({ length: 8 }, (_, i) => (i === 0 ? 1 : 0));
      const chunks = [
        { content: 'zero point', vector: new Float32Array(8) },
        { content: 'another point', vector: one },
      ];
      await engine().writeDocument(sampleDocument({ collection, key: 'a', chunks }));
      const { candidates, lanes } = await engine().nominate({ collection, lanes: ['semantic'], limit: 5, terms: [], vector: one });
      const ranking = lanes.semantic?.status === 'searched' ? lanes.semantic.ranking : [];
      expect(candidates[ranking[0]?.candidate ?? -1]).toMatchObject({ chunkIndex: 1 });
      expect(ranking[0]?.score).toBeCloseTo(1, 5);
      for (const { score } of ranking.slice(1)) expect(score).toBeCloseTo(0, 5);
      expect(await engine().count(collection)).toBe(2);
    });

    it('takes a document of 40 MB', async () => {
      const collection = await freshCollection(8);
      const chunks = Array.from({ length: 400 }, (_, n) => `passage${n.toString()} ${'. '.repeat(50_000)}`);
      const document = sampleDocument({ collection, key: 'big', chunks });
      expect(await engine().writeDocument(document)).toEqual({ outcome: 'written', points: 400 });
      expect(await engine().count(collection)).toBe(400);
      const [last] = await engine().read(collection, { docId: document.docId, chunks: { from: 399, to: 399 } });
      expect(last?.payload.content).toBe(chunks[399]);
      expect(await engine().writeDocument(sampleDocument({ collection, key: 'big', version: 2, chunks: ['small'] }))).toMatchObject({
        outcome: 'written',
      });
      expect(await engine().count(collection)).toBe(1);
    });

    it('stores texts of any characters', async () => {
      const collection = await freshCollection(8);
      const content = 'null \u0000 lone \ud800 emoji 😀 rtl \u202e "quotes" \\ \n';
      const write = sampleDocument({
        collection,
        key: 'odd/é',
        chunks: [{ content, payload: { title: content, metadata: { text: content } } }],
      });
      await engine().writeDocument(write);
      const [point] = await engine().read(collection, { docId: write.docId });
      expect(point?.payload.content.toWellFormed()).toBe(content.toWellFormed());
      const { text } = z.object({ text: z.string() }).parse(point?.payload.metadata);
      expect(text.toWellFormed()).toBe(content.toWellFormed());
    });
  });
}
