import type { Lane } from '@tributary/contracts';
import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import type { Candidate, DocumentWrite, NominateRequest, Point, QueryTerm } from '../../index.js';
import type { SuiteContext } from '../harness.js';
import { countStatistics, occurrencesOf } from '../reference/bm25.js';
import { cosineOf } from '../reference/cosine.js';
import { scoresOfLane } from '../reference/lane-scores.js';
import { termOf } from '../samples/analysis.js';
import { randomCorpus } from '../samples/random-corpus.js';
import { randomFilter } from '../samples/random-filter.js';
import { misspelt, randomWord } from '../samples/random-text.js';
import { COMMON_DIMENSION } from '../samples/sample-document.js';
import { amountOf, roundsOf } from '../samples/size.js';
import { randomVector } from '../samples/vectors.js';
import { expectBest, rankingOf } from './expectations.js';

export function exactnessBehaviours({ engine, freshCollection, suite }: SuiteContext): void {
  const lanes = (): readonly Lane[] => engine().capabilities.lanes;
  const fill = async (random: SeededRandom, collection: string, size: { readonly documents: number; readonly dimension: number }) => {
    const corpus = randomCorpus(random, { collection, ...size });
    await Promise.all(corpus.map((document) => engine().writeDocument(document)));
    return corpus;
  };
  const expectExact = async (corpus: readonly DocumentWrite[], request: NominateRequest) => {
    const points = corpus.flatMap((document) => document.points);
    const result = await engine().nominate(request);
    for (const lane of lanes()) {
      const expected = scoresOfLane(lane, request, { points, rules: { bm25: suite.bm25, termOf } }) ?? [];
      expectBest(rankingOf(result, result.lanes[lane]), expected, request.limit);
    }
    const ranksWords = lanes().includes('keyword');
    if (ranksWords) expect(result.statistics).toEqual(countStatistics(points, request.terms));
    const byId = new Map(points.map((point) => [point.id, point]));
    for (const candidate of result.candidates) {
      const point = byId.get(candidate.id);
      if (!point) throw new Error(`Unknown candidate ${candidate.id}`);
      if (ranksWords) expectWords(candidate, point, request.terms);
      if (request.vector && point.vector) expect(candidate.similarity).toBeCloseTo(cosineOf(request.vector, point.vector), 5);
      else expect(candidate.similarity).toBeUndefined();
      if (request.common && ranksWords) expect(candidate.commonSimilarity).toBeCloseTo(cosineOf(request.common, point.features.common), 5);
    }
  };

  describe('exactness', () => {
    it('ranks every lane as brute force does, with and without filters, through updates and deletes', async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const collection = await freshCollection(16);
      let corpus = await fill(random, collection, { documents: amountOf(suite, 120), dimension: 16 });
      const ask = (): NominateRequest => ({
        collection,
        lanes: lanes(),
        limit: 1 + random.below(40),
        terms: [...new Set(Array.from({ length: 1 + random.below(5) }, () => termOf(randomWord(random))))].map((id) => ({
          id,
          weight: random.pick([1, 1, 0.7, 2]),
        })),
        words: [misspelt(random, randomWord(random)), randomWord(random)],
        vector: randomVector(random, 16),
        common: randomVector(random, COMMON_DIMENSION),
        ...(random.next() < 0.5 ? { filter: randomFilter(random, []) } : {}),
      });
      for (let round = 0; round < 4; round++) {
        for (let query = 0; query < roundsOf(suite, 25, 500); query++) await expectExact(corpus, ask());
        corpus = await changeSome(random, corpus);
      }
    });

    it('holds for vectors of 3,584 dimensions', async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const collection = await freshCollection(3_584);
      const corpus = await fill(random, collection, { documents: 20, dimension: 3_584 });
      const vector = randomVector(random, 3_584);
      await expectExact(corpus, {
        collection,
        lanes: lanes(),
        limit: 10,
        terms: [{ id: termOf('ba'), weight: 1 }],
        words: ['baba'],
        vector,
      });
    });

    it('holds where the vectors are nearly alike', async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const collection = await freshCollection(32);
      const centre = randomVector(random, 32);
      const corpus = randomCorpus(random, { collection, documents: amountOf(suite, 150), dimension: 32 }).map((document) => ({
        ...document,
        points: document.points.map((point) => ({ ...point, vector: centre.map((x) => x + (random.next() - 0.5) * 0.002) })),
      }));
      await Promise.all(corpus.map((document) => engine().writeDocument(document)));
      for (let query = 0; query < 10; query++) {
        const vector = centre.map((x) => x + (random.next() - 0.5) * 0.01);
        await expectExact(corpus, {
          collection,
          lanes: lanes(),
          limit: 20,
          terms: [{ id: termOf('cor'), weight: 1 }],
          words: ['corcor'],
          vector,
        });
      }
    });
  });

  async function changeSome(random: SeededRandom, corpus: readonly DocumentWrite[]): Promise<DocumentWrite[]> {
    const kept: DocumentWrite[] = [];
    for (const document of corpus) {
      const choice = random.next();
      const { collection, docId, key, version } = document;
      if (choice < 0.15) {
        await engine().deleteDocuments({ collection, documents: [{ docId, key, version: version + 1 }] });
      } else if (choice < 0.4) {
        const changed = replaced(random, document);
        await engine().writeDocument(changed);
        kept.push(changed);
      } else {
        kept.push(document);
      }
    }
    return kept;
  }
}

function expectWords({ body, title, length }: Candidate, point: Point, terms: readonly QueryTerm[]): void {
  const occurrences = terms.map(({ id }) => occurrencesOf(point, id));
  expect([...body]).toEqual(occurrences.map((found) => found?.body ?? 0));
  expect([...title]).toEqual(occurrences.map((found) => found?.title ?? 0));
  expect(length).toBe(point.features.terms.length);
}

/** A later version whose chunks are those of another random document. */
function replaced(random: SeededRandom, { collection, docId, key, version }: DocumentWrite): DocumentWrite {
  const [donor] = randomCorpus(random, { collection, documents: 1, dimension: 16 });
  if (!donor) throw new Error('No document was made.');
  const points = donor.points.map((point, i) => ({
    ...point,
    id: `${docId.slice(0, 24)}${(version * 100 + i).toString(16).padStart(12, '0')}`,
    payload: { ...point.payload, doc_id: docId, doc_version: version + 1 },
  }));
  return { collection, docId, key, version: version + 1, hash: 'changed', points };
}
