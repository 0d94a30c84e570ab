import { Filter } from '@tributary/contracts';
import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { conditionKinds, matchesFilter } from '../../index.js';
import type { SuiteContext } from '../harness.js';
import { termOf } from '../samples/analysis.js';
import { randomCorpus } from '../samples/random-corpus.js';
import { randomFilter } from '../samples/random-filter.js';
import { COMMON_DIMENSION, sampleDocument } from '../samples/sample-document.js';
import { amountOf, roundsOf } from '../samples/size.js';
import { vectorOf } from '../samples/vectors.js';

export function filterBehaviours({ suite, engine, freshCollection }: SuiteContext): void {
  describe('filters', () => {
    it('agree with the brute-force evaluator on random data', async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const collection = await freshCollection();
      const corpus = randomCorpus(random, { collection, documents: amountOf(suite, 110), dimension: 8 });
      await Promise.all(corpus.map((document) => engine().writeDocument(document)));
      const points = corpus.flatMap((document) => document.points);
      const ids = points.map(({ id }) => id);
      const rounds = roundsOf(suite, 500, 10_000);
      let selective = 0;
      // Half of the filters hold for some points only; a few rounds may have fewer of them, by chance, so they go on.
      for (let i = 0; i < rounds || (selective <= rounds / 3 && i < 2 * rounds); i++) {
        const filter = Filter.parse(randomFilter(random, ids));
        if (conditionKinds(filter).some((kind) => !engine().capabilities.conditions.includes(kind))) {
          await expect(engine().count(collection, filter), JSON.stringify(filter)).rejects.toMatchObject({ code: 'ENGINE.UNSUPPORTED' });
          continue;
        }
        const expected = points.filter((point) => matchesFilter(filter, point)).map(({ id }) => id);
        const found = (await engine().read(collection, { filter })).map(({ id }) => id);
        expect(found.toSorted(), JSON.stringify(filter)).toEqual(expected.toSorted());
        expect(await engine().count(collection, filter)).toBe(expected.length);
        if (expected.length > 0 && expected.length < points.length) selective++;
      }
      expect(selective).toBeGreaterThan(rounds / 3);
    });

    it('see what was written after they were first used', async () => {
      const collection = await freshCollection();
      const filter = {
        must: [
          { key: 'tags', match: { value: 'red' } },
          { nested: { key: 'metadata.items', filter: { must: [{ key: 'x', match: { value: 1 } }] } } },
        ],
      };
      const write = (key: string, version: number, tags: string[]) =>
        engine().writeDocument(
          sampleDocument({ collection, key, version, chunks: [{ content: key, payload: { tags, metadata: { items: [{ x: 1 }] } } }] }),
        );
      await write('a', 1, ['red']);
      expect(await engine().count(collection, filter)).toBe(1);
      await write('b', 1, ['red', 'blue']);
      expect(await engine().count(collection, filter)).toBe(2);
      await write('a', 2, ['blue']);
      expect(await engine().count(collection, filter)).toBe(1);
    });

    it('work on long texts, and on fields that become long', async () => {
      const collection = await freshCollection();
      const filter = { must: [{ key: 'metadata.note', match: { text: 'needle' } }] };
      const write = (key: string, note: string) =>
        engine().writeDocument(sampleDocument({ collection, key, chunks: [{ content: key, payload: { metadata: { note } } }] }));
      await write('a', 'a short needle');
      expect(await engine().count(collection, filter)).toBe(1);
      await write('b', `${'hay '.repeat(200)}needle`);
      await write('c', 'hay '.repeat(200));
      expect(await engine().count(collection, filter)).toBe(2);
      expect(await engine().count(collection, { must: [{ key: 'content', match: { text: 'b' } }] })).toBe(1);
    });

    it('with more than a hundred conditions work, too', async () => {
      const collection = await freshCollection();
      await engine().writeDocument(sampleDocument({ collection, key: 'a', chunks: [{ content: 'a', payload: { metadata: { n: 7 } } }] }));
      const should = Array.from({ length: 150 }, (_, n) => ({ nested: { key: `metadata.list${n.toString()}`, filter: {} } }));
      const fields = Array.from({ length: 150 }, (_, n) => ({ key: `metadata.field${n.toString()}`, match: { value: n } }));
      expect(await engine().count(collection, { should: [...should, ...fields, { key: 'metadata.n', match: { value: 7 } }] })).toBe(1);
      expect(await engine().count(collection, { should: [...should, ...fields] })).toBe(0);
    });

    it('restrict candidates before the limit does', async () => {
      const collection = await freshCollection();
      await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          engine().writeDocument(
            sampleDocument({
              collection,
              key: n.toString(),
              chunks: [{ content: n === 59 ? 'word and many others here' : 'word', payload: { lang: n === 59 ? 'md' : 'ts' } }],
            }),
          ),
        ),
      );
      const filter = { must: [{ key: 'lang', match: { value: 'md' } }] };
      for (const lane of engine().capabilities.lanes) {
        const { candidates } = await engine().nominate({
          collection,
          lanes: [lane],
          limit: 3,
          filter,
          terms: [{ id: termOf('word'), weight: 1 }],
          words: ['word'],
          vector: vectorOf('word', COMMON_DIMENSION),
        });
        expect(candidates.length, lane).toBe(1);
      }
    });
  });
}
