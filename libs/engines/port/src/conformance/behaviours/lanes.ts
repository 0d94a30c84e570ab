import type { PointPayload } from '@tributary/contracts';
import { documentId } from '@tributary/kernel/ids';
import { describe, expect, it } from 'vitest';
import { entryOf, type NominateRequest } from '../../index.js';
import type { SuiteContext } from '../harness.js';
import { termOf } from '../samples/analysis.js';
import { sampleDocument } from '../samples/sample-document.js';
import { rankingOf } from './expectations.js';

const terms = (...words: string[]) => words.map((word) => ({ id: termOf(word), weight: 1 }));

export function laneBehaviours({ engine, freshCollection, suite }: SuiteContext): void {
  const setUp = async () => {
    const collection = await freshCollection(3);
    const vector = (...x: number[]) => Float32Array.from(x);
    await engine().writeDocument(
      sampleDocument({
        collection,
        key: 'a',
        version: 4,
        title: 'kubernetes guide',
        chunks: [
          { content: 'pods restart often', vector: vector(1, 0, 0), payload: { lang: 'md' } },
          { content: 'the kubernetes cluster restarts pods', vector: vector(1, 1, 0), payload: { lang: 'md' } },
        ],
      }),
    );
    await engine().writeDocument(
      sampleDocument({
        collection,
        key: 'b',
        chunks: [
          { content: 'bread and butter', vector: vector(0, 0, -2), payload: { lang: 'en' } },
          { content: 'no vector here but bread', vector: null, payload: { lang: 'en' } },
        ],
      }),
    );
    return collection;
  };
  const nominate = async (collection: string, request: Partial<NominateRequest>) =>
    engine().nominate({ collection, lanes: ['semantic', 'keyword', 'fuzzy'], limit: 10, terms: [], ...request });

  describe('lanes', () => {
    it('semantic ranks by cosine, whatever the length of the vectors; a chunk without a vector is not in it', async () => {
      const collection = await setUp();
      const result = await nominate(collection, { vector: Float32Array.from([2, 0, 0]) });
      const ranking = rankingOf(result, result.lanes.semantic);
      expect(ranking.map(({ score }) => Math.round(score * 1e4) / 1e4)).toEqual([1, 0.7071, 0]);
      expect(result.candidates.map(({ chunkIndex }) => chunkIndex)).toEqual([0, 1, 0]);
    });

    it('semantic finds nothing by the zero vector', async () => {
      const collection = await setUp();
      const result = await nominate(collection, { vector: new Float32Array(3) });
      expect(rankingOf(result, result.lanes.semantic)).toEqual([]);
    });

    it('keyword ranks by BM25 over content and title, as worked out by hand', async () => {
      const collection = await setUp();
      const result = await nominate(collection, { terms: terms('kubernetes') });
      const { k1, b } = suite.bm25;
      // 4 points; lengths 5, 7, 3, 5; df 2. The title counts like the content: tf 1 in the first chunk, 2 in the second.
      const idf = Math.log(1 + (4 - 2 + 0.5) / (2 + 0.5));
      const score = (tf: number, length: number) => (idf * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * length) / 5));
      const ranking = rankingOf(result, result.lanes.keyword);
      expect(ranking.map((entry) => entry.score)).toEqual([expect.closeTo(score(2, 7), 6), expect.closeTo(score(1, 5), 6)]);
    });

    it('keyword takes the weights of the query’s terms and leaves out what has none of them', async () => {
      const collection = await setUp();
      const full = await nominate(collection, { terms: terms('bread') });
      const half = await nominate(collection, { terms: [{ id: termOf('bread'), weight: 0.5 }] });
      const [one, two] = [rankingOf(full, full.lanes.keyword), rankingOf(half, half.lanes.keyword)];
      expect(one.length).toBe(2);
      // safe: Vitest types its matchers as any, which stands for a number here
      two.forEach(({ score }, i) => {
        expect(score).toBeCloseTo((one[i]?.score ?? 0) / 2, 6);
      });
      expect(two.length).toBe(2);
      expect((await nominate(collection, { terms: terms('absent') })).candidates).toEqual([]);
    });

    it('fuzzy finds misspelt words of four letters and more', async () => {
      const collection = await setUp();
      for (const word of ['kubernets', 'kuberentes', 'ubernetes', 'kubernetess', 'kubarnetes']) {
        const result = await nominate(collection, { words: [word] });
        expect(rankingOf(result, result.lanes.fuzzy).length, word).toBe(2);
      }
      const short = await nominate(collection, { words: ['pds'] });
      expect(rankingOf(short, short.lanes.fuzzy)).toEqual([]);
    });

    it('fuzzy scores a misspelt word below the word as written', async () => {
      const collection = await setUp();
      const [exact, misspelt] = [await nominate(collection, { words: ['bread'] }), await nominate(collection, { words: ['braed'] })];
      const [best, lower] = [rankingOf(exact, exact.lanes.fuzzy)[0], rankingOf(misspelt, misspelt.lanes.fuzzy)[0]];
      expect(lower?.id).toBe(best?.id);
      expect(lower?.score).toBeCloseTo(0.8 * (best?.score ?? 0), 5);
    });

    it('run only when asked for and given their input', async () => {
      const collection = await setUp();
      expect(Object.keys((await nominate(collection, {})).lanes)).toEqual([]);
      const one = await nominate(collection, {
        lanes: ['keyword'],
        terms: terms('bread'),
        words: ['bread'],
        vector: Float32Array.from([1, 0, 0]),
      });
      expect(Object.keys(one.lanes)).toEqual(['keyword']);
      expect(one.lanes.keyword).toMatchObject({ status: 'searched' });
    });

    it('obey the filter', async () => {
      const collection = await setUp();
      const filter = { must: [{ key: 'lang', match: { value: 'md' } }] };
      const result = await nominate(collection, {
        filter,
        terms: terms('bread', 'pod'),
        words: ['bread', 'cluster'],
        vector: Float32Array.from([0, 0, -1]),
      });
      const found = await engine().read(collection, { ids: result.candidates.map(({ id }) => id) });
      expect(found.map(({ payload }) => payload.lang)).toEqual(['md', 'md']);
      for (const lane of [result.lanes.semantic, result.lanes.keyword, result.lanes.fuzzy])
        expect(rankingOf(result, lane).length).toBeGreaterThan(0);
    });

    it('return at most as many candidates as the limit says, each', async () => {
      const collection = await setUp();
      const result = await nominate(collection, { limit: 1, terms: terms('bread'), vector: Float32Array.from([1, 0, 0]) });
      expect(result.candidates.length).toBe(2);
      expect(rankingOf(result, result.lanes.semantic).length).toBe(1);
      expect(rankingOf(result, result.lanes.keyword).length).toBe(1);
    });

    it('give every candidate every signal, whichever of them nominated it', async () => {
      const collection = await setUp();
      const query = Float32Array.from([1, 0, 0]);
      const common = Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
      const result = await nominate(collection, {
        terms: terms('vector', 'pods'),
        words: ['cluster'],
        vector: query,
        common,
        limit: 1,
        withVectors: true,
      });
      const byKeyword = result.candidates.find(({ similarity }) => similarity === undefined);
      expect(byKeyword?.body).toEqual(Uint8Array.from([1, 0]));
      const bySemantic = result.candidates[0];
      expect(bySemantic).toMatchObject({
        docVersion: 4,
        chunkIndex: 0,
        totalChunks: 2,
        length: 5,
        body: Uint8Array.from([0, 1]),
        title: Uint8Array.from([0, 0]),
      });
      expect(bySemantic?.similarity).toBeCloseTo(1, 6);
      for (const { commonSimilarity, commonVector } of result.candidates) {
        expect(commonSimilarity).toBeGreaterThanOrEqual(-1);
        expect(commonVector?.length).toBe(8);
      }
      const inTitle = await nominate(collection, { terms: terms('guide'), vector: query, lanes: ['semantic'], limit: 1 });
      expect(inTitle.candidates[0]?.title).toEqual(Uint8Array.from([1]));
    });

    it('say in which mail of a mailbox and which rows of a table a candidate stands, and of no other document, by every version', async () => {
      const collection = await freshCollection(3);
      const mail = { lang: 'markdown', metadata: { format: 'mbox', messages: 2 } };
      const write = async (key: string, payloads: readonly Partial<PointPayload>[], version = 1) => {
        const chunks = payloads.map((payload) => ({ content: `bread of ${key}`, payload }));
        await engine().writeDocument(sampleDocument({ collection, key, version, dimension: 3, chunks }));
      };
      const [first, second] = [
        { ...mail, section: 'Rye', created_at: '2026-01-01T08:00:00.000Z' },
        { ...mail, section: 'Oats', created_at: '2026-01-02T08:00:00.000Z' },
      ];
      await write('box', [first, first, second]);
      await write('rows', [{ lang: 'csv' }, { lang: 'csv' }]);
      await write('page', [{ lang: 'markdown' }, { lang: 'markdown' }]);
      const entries = async () => {
        const { candidates } = await nominate(collection, { lanes: ['keyword'], terms: terms('bread') });
        const placed = candidates.toSorted((a, b) => a.chunkIndex - b.chunkIndex);
        return ['box', 'rows', 'page'].map((key) =>
          placed.filter(({ docId }) => docId === documentId(collection, key)).map(({ entry }) => entry),
        );
      };
      const box = [first, first, second].map((payload, chunk_index) => entryOf({ chunk_index, ...payload }));
      expect(new Set(box).size).toBe(2);
      expect(await entries()).toEqual([box, ['0', '1'], [undefined, undefined]]);
      await write('rows', [{ lang: 'markdown' }, { lang: 'markdown' }], 2);
      await write('page', [{ lang: 'csv' }, { lang: 'csv' }], 2);
      expect(await entries()).toEqual([box, [undefined, undefined], ['0', '1']]);
    });
  });
}
