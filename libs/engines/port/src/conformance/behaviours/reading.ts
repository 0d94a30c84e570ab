import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { wordsOf, type FullPoint } from '../../index.js';
import type { SuiteContext } from '../harness.js';
import { randomCorpus } from '../samples/random-corpus.js';
import { sampleDocument } from '../samples/sample-document.js';

export function readingBehaviours({ engine, freshCollection }: SuiteContext): void {
  const setUp = async () => {
    const collection = await freshCollection();
    const documents = ['a', 'b', 'c'].map((key) =>
      sampleDocument({
        collection,
        key,
        version: 3,
        title: `title ${key}`,
        chunks: [0, 1, 2].map((n) => ({
          content: `${key}${n.toString()} text`,
          payload: { lang: key, metadata: { deep: { list: [1, null, 'é'] } } },
        })),
      }),
    );
    await Promise.all(documents.map((document) => engine().writeDocument(document)));
    return { collection, documents, points: documents.flatMap(({ points }) => points) };
  };
  const scrollAll = async (collection: string, limit: number, between?: (page: number) => Promise<unknown>) => {
    const found: FullPoint[] = [];
    let after: string | undefined;
    for (let page = 0; ; page++) {
      const { points, next } = await engine().scroll({ collection, limit, ...(after === undefined ? {} : { after }) });
      found.push(...points);
      if (next === undefined) return found;
      after = next;
      await between?.(page);
    }
  };

  describe('reading', () => {
    it('gives payloads back as they were written, by id in the order asked, missing ones left out', async () => {
      const { collection, points } = await setUp();
      const wanted = [points[7], points[2]].filter((point) => point !== undefined);
      const read = await engine().read(collection, {
        ids: [wanted[0]?.id ?? '', 'a6fb06bb-40f6-8e21-d10f-e03bdcb0c526', 'no id', wanted[1]?.id ?? ''],
      });
      expect(read).toEqual(wanted.map(({ id, payload }) => ({ id, payload })));
    });

    it('gives whole numbers beyond 2^53 back as they were written, and filters by them', async () => {
      const collection = await freshCollection();
      const metadata = { id: 2 ** 60, owners: [-(2 ** 61), 2 ** 63, 1e21], deep: { number: 2 ** 53 + 2 } };
      const document = sampleDocument({ collection, key: 'a', chunks: [{ content: 'a', payload: { metadata } }] });
      await engine().writeDocument(document);
      const payloads = document.points.map(({ payload }) => payload);
      const read = await engine().read(collection, { docId: document.docId });
      const { points: scrolled } = await engine().scroll({ collection, limit: 10 });
      expect([read, scrolled].map((points) => points.map(({ payload }) => payload))).toEqual([payloads, payloads]);
      const counts = [2 ** 60, 2 ** 61].map((value) => engine().count(collection, { must: [{ key: 'metadata.id', match: { value } }] }));
      expect(await Promise.all(counts)).toEqual([1, 0]);
    });

    it('gives the vectors by the collection’s own model along with the points where they are asked for', async () => {
      const collection = await freshCollection();
      const chunks = [
        'a vector that is the common one, too',
        { content: 'another one than the common', common: new Float32Array(8).fill(1) },
        { content: 'a long one', vector: Float32Array.from([3, 0, 4, 0, 0, 0, 0, 0]) },
        { content: 'none', vector: null },
      ];
      const { docId, points, ...document } = sampleDocument({ collection, key: 'a', chunks });
      await engine().writeDocument({ ...document, docId, points });
      const written = points.map(({ features: _, ...point }) => point);
      const wanted = [2, 0, 3, 1].flatMap((n) => written[n] ?? []);
      const ids = wanted.map(({ id }) => id);
      expect(await engine().read(collection, { ids }, { withVectors: true })).toEqual(wanted);
      for (const selector of [{ docId }, { filter: {} }])
        expect(await engine().read(collection, selector, { withVectors: true })).toEqual(written);
      for (const selector of [{ ids }, { docId }, { filter: {} }])
        for (const point of await engine().read(collection, selector)) expect(point).not.toHaveProperty('vector');
    });

    it('reads a document by chunk, whole or a range of it', async () => {
      const { collection, documents } = await setUp();
      const docId = documents[1]?.docId ?? '';
      const contents = async (chunks?: { from: number; to: number }) =>
        (await engine().read(collection, { docId, ...(chunks ? { chunks } : {}) })).map(({ payload }) => payload.content);
      expect(await contents()).toEqual(['b0 text', 'b1 text', 'b2 text']);
      expect(await contents({ from: 1, to: 1 })).toEqual(['b1 text']);
      expect(await contents({ from: -2, to: 99 })).toEqual(['b0 text', 'b1 text', 'b2 text']);
      expect(await contents({ from: 5, to: 9 })).toEqual([]);
      expect(await engine().read(collection, { docId: 'unknown' })).toEqual([]);
    });

    it('applies all parts of a selector together', async () => {
      const { collection, documents, points } = await setUp();
      const filter = { must: [{ key: 'lang', match: { value: 'a' } }] };
      const ids = points.map(({ id }) => id);
      expect((await engine().read(collection, { ids, filter })).length).toBe(3);
      expect(await engine().read(collection, { docId: documents[1]?.docId ?? '', filter })).toEqual([]);
      expect((await engine().read(collection, { ids, docId: documents[0]?.docId ?? '', chunks: { from: 1, to: 2 }, filter })).length).toBe(
        2,
      );
    });

    it('orders what a filter finds by document and chunk', async () => {
      const { collection, points } = await setUp();
      const read = await engine().read(collection, { filter: { must_not: [{ key: 'lang', match: { value: 'b' } }] } });
      const expected = points.filter(({ payload }) => payload.lang !== 'b').map(({ payload }) => payload);
      expected.sort((a, b) => (a.doc_id === b.doc_id ? a.chunk_index - b.chunk_index : a.doc_id < b.doc_id ? -1 : 1));
      expect(read.map(({ payload }) => payload.original_id)).toEqual(expected.map((payload) => payload.original_id));
    });

    it('counts exactly', async () => {
      const { collection } = await setUp();
      expect(await engine().count(collection)).toBe(9);
      expect(await engine().count(collection, { must: [{ key: 'chunk_index', range: { gte: 1 } }] })).toBe(6);
    });

    it('counts the documents that fit as a whole', async () => {
      const { collection } = await setUp();
      expect(await engine().countDocuments(collection, {})).toBe(3);
      expect(await engine().countDocuments(collection, { must: [{ key: 'lang', match: { any: ['a', 'b'] } }] })).toBe(2);
      expect(await engine().countDocuments(collection, { must_not: [{ key: 'lang', match: { value: 'a' } }] })).toBe(2);
      expect(await engine().countDocuments(collection, { must: [{ key: 'lang', match: { value: 'z' } }] })).toBe(0);
    });

    it('finds the documents of points, with their chunks and those that fit counted', async () => {
      const { collection, documents, points } = await setUp();
      const found = await engine().findDocuments(collection, { filter: { must: [{ key: 'chunk_index', match: { value: 2 } }] } });
      expect(found.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(
        documents.map(({ docId, key }) => ({ docId, key, version: 3, points: 3, fitting: 1 })),
      );
      const byId = await engine().findDocuments(collection, { ids: points.slice(0, 2).map(({ id }) => id) });
      expect(byId).toMatchObject([{ key: 'a', points: 3, fitting: 2 }]);
    });

    it('knows the vectors of a document by chunk hash', async () => {
      const { collection, documents } = await setUp();
      const document = documents[0];
      const stored = await engine().storedVectors(collection, document?.docId ?? '');
      expect(stored).toEqual(new Map(document?.points.map(({ payload, vector }) => [payload.hash, vector])));
    });

    it('scrolls through everything with all that is needed to write it again', async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const collection = await freshCollection();
      const corpus = randomCorpus(random, { collection, documents: 20, dimension: 8 });
      await Promise.all(corpus.map((document) => engine().writeDocument(document)));
      const expected = corpus.flatMap((document) => document.points).sort((a, b) => (a.id < b.id ? -1 : 1));
      const ranksWords = engine().capabilities.lanes.includes('keyword');
      const comparable = (points: readonly FullPoint[]) =>
        points
          .map(({ features, ...point }) =>
            ranksWords ? { ...point, features: { ...features, words: wordsOf(features).toSorted() } } : point,
          )
          .sort((a, b) => (a.id < b.id ? -1 : 1));
      for (const limit of [1, 7, 1_000]) expect(comparable(await scrollAll(collection, limit))).toEqual(comparable(expected));
    });

    it('scrolls in the order of the ids, which are hashes, so that the first pages are a sample of everything', async () => {
      const { collection, points } = await setUp();
      const ids = (await scrollAll(collection, 4)).map(({ id }) => id);
      expect(ids).toEqual(points.map(({ id }) => id).toSorted());
    });

    it('scrolls by filter without losing or repeating a point', async () => {
      const { collection } = await setUp();
      const filter = { must: [{ key: 'lang', match: { any: ['a', 'c'] } }] };
      const found: string[] = [];
      for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
        const page = await engine().scroll({ collection, filter, limit: 2, ...(after === undefined ? {} : { after }) });
        expect(page.points.length).toBeLessThanOrEqual(2);
        found.push(...page.points.map(({ payload }) => payload.original_id));
        after = page.next;
      }
      expect(found.length).toBe(6);
      expect(new Set(found).size).toBe(6);
    });

    it('scrolls through points by their ids', async () => {
      const { collection, points } = await setUp();
      const ids = [4, 1, 7, 4].map((n) => points[n]?.id ?? '');
      const filter = { must: [{ has_id: [...ids, 42, 'no id', 'a6fb06bb-40f6-8e21-d10f-e03bdcb0c526'] }] };
      const found: string[] = [];
      for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
        const page = await engine().scroll({ collection, filter, limit: 2, ...(after === undefined ? {} : { after }) });
        found.push(...page.points.map(({ id }) => id));
        after = page.next;
      }
      expect(found.toSorted()).toEqual([...new Set(ids)].sort());
    });

    it('meets no point twice and misses none that stays, while others are written and replaced', async () => {
      const { collection, documents, points } = await setUp();
      const found = await scrollAll(collection, 2, async (page) => {
        const replaced = documents[page % 3];
        if (replaced)
          await engine().writeDocument({
            ...replaced,
            version: 10 + page,
            points: replaced.points.map((point) => ({ ...point, payload: { ...point.payload, doc_version: 10 + page } })),
          });
        await engine().writeDocument(sampleDocument({ collection, key: `new${page.toString()}`, chunks: ['new text'] }));
      });
      const ids = found.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(points.filter(({ id }) => !ids.includes(id))).toEqual([]);
    });

    it('is healthy', async () => {
      expect(await engine().health()).toMatchObject({ name: engine().name, kind: engine().kind, status: 'up' });
    });
  });
}
