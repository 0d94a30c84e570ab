import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import type { SuiteContext } from '../harness.js';
import { scoresOfLane } from '../reference/lane-scores.js';
import { termOf } from '../samples/analysis.js';
import { randomCorpus } from '../samples/random-corpus.js';
import { randomWord } from '../samples/random-text.js';
import { randomVector } from '../samples/vectors.js';
import { expectBest, expectDescending, rankingOf } from './expectations.js';

const DIMENSION = 16;
const COLLECTIONS = 3;

export function togetherBehaviours({ engine, freshCollection, suite }: SuiteContext): void {
  describe('collections asked together', () => {
    it('name the best of all of them and the best of each, with the scores of their own', async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const together = { best: 20, each: 3 };
      const query = {
        lanes: engine().capabilities.lanes.filter((lane) => lane !== 'fuzzy'),
        limit: together.best,
        together,
        terms: [...new Set([randomWord(random), randomWord(random)].map(termOf))].map((id) => ({ id, weight: 1 })),
        vector: randomVector(random, DIMENSION),
      };
      const corpora = [];
      for (let at = 0; at < COLLECTIONS; at++) {
        const collection = await freshCollection(DIMENSION);
        const corpus = randomCorpus(random, { collection, documents: 20, dimension: DIMENSION });
        await Promise.all(corpus.map((document) => engine().writeDocument(document)));
        corpora.push({ collection, points: corpus.flatMap(({ points }) => points) });
      }
      const asked = corpora.map(({ collection }) => engine().nominate({ ...query, collection }));
      const results = await Promise.all(asked);
      const expected = corpora.map((corpus) => {
        const request = { ...query, collection: corpus.collection };
        return (lane: 'semantic' | 'keyword') =>
          scoresOfLane(lane, request, { points: corpus.points, rules: { bm25: suite.bm25, termOf } }) ?? [];
      });
      const nearest = expected
        .flatMap((scores) => scores('semantic'))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, together.best);
      for (const [at, result] of results.entries()) {
        const near = expected[at]?.('semantic') ?? [];
        const named = rankingOf(result, result.lanes.semantic);
        expectBest(named, near, named.length);
        expect(named.length).toBeGreaterThanOrEqual(Math.max(together.each, near.filter((one) => nearest.includes(one)).length));
        if (!result.lanes.keyword) continue;
        const words = expected[at]?.('keyword') ?? [];
        const ranking = rankingOf(result, result.lanes.keyword);
        expect(ranking.length).toBeGreaterThanOrEqual(Math.min(together.each, words.length));
        const scores = ranking.map(({ id }) => words.find((one) => one.id === id)?.score ?? Number.NaN);
        for (const [rank, { score }] of ranking.entries()) expect(score).toBeCloseTo(scores[rank] ?? Number.NaN, 4);
        expectDescending(scores);
      }
    });
  });
}
