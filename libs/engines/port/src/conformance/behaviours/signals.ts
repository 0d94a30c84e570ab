import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import type { SuiteContext } from '../harness.js';
import { termOf } from '../samples/analysis.js';
import { randomCorpus } from '../samples/random-corpus.js';
import { COMMON_DIMENSION, sampleDocument } from '../samples/sample-document.js';
import { randomVector } from '../samples/vectors.js';

export function signalBehaviours({ engine, freshCollection }: SuiteContext): void {
  describe('signals', () => {
    it('are those nominate gives, for points of any lane or none, in the order of the ids', async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const collection = await freshCollection(16);
      const corpus = randomCorpus(random, { collection, documents: 30, dimension: 16 });
      await Promise.all(corpus.map((document) => engine().writeDocument(document)));
      const query = {
        collection,
        terms: ['ba', 'cor', 'denfil'].map((word) => ({ id: termOf(word), weight: 1 })),
        vector: randomVector(random, 16),
        common: randomVector(random, COMMON_DIMENSION),
        withVectors: true,
      };
      const { candidates } = await engine().nominate({ ...query, lanes: ['semantic'], limit: 200 });
      expect(candidates.length).toBeGreaterThan(30);
      const ids = corpus.flatMap(({ points }) => points.map(({ id }) => id)).toReversed();
      const found = await engine().signals({ ...query, ids });
      expect(found.map(({ id }) => id)).toEqual(ids);
      const byId = new Map(found.map((candidate) => [candidate.id, candidate]));
      for (const candidate of candidates) expect(byId.get(candidate.id)).toEqual(candidate);
    });

    it('leave out what is missing, what the filter keeps out, and what is no id of theirs', async () => {
      const collection = await freshCollection();
      const write = (key: string, lang: string) => sampleDocument({ collection, key, chunks: [{ content: key, payload: { lang } }] });
      const [one, two, gone] = [write('one', 'md'), write('two', 'ts'), write('gone', 'md')];
      for (const document of [one, two, gone]) await engine().writeDocument(document);
      await engine().deleteDocuments({ collection, documents: [{ ...gone, version: 2 }] });
      const ids = [two, gone, one].flatMap(({ points }) => points.map(({ id }) => id));
      const ask = async (more: object) => {
        const found = await engine().signals({ collection, terms: [], ids: ['42', ...ids, 'no id'], ...more });
        return found.map(({ docId }) => docId);
      };
      expect(await ask({})).toEqual([two.docId, one.docId]);
      expect(await ask({ filter: { must: [{ key: 'lang', match: { value: 'md' } }] } })).toEqual([one.docId]);
      expect(await ask({ ids: [] })).toEqual([]);
    });
  });
}
