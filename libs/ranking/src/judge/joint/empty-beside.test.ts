import { expect, it } from 'vitest';
import { tellNames } from '../evidence/naming.js';
import { candidate, collection, countsOf, judgementOf, rank } from '../judging.fixture.js';

const passages = ['a', 'b', 'c', 'd'].map((id, at) =>
  candidate(id, { counts: [4 - at, at % 2], commonSimilarity: 0.3 + at / 20, similarity: 0.3 + at / 20 }),
);
const ranking = passages.map((_, at) => ({ candidate: at, score: 10 - at }));
const one = collection(passages, {
  rankings: { semantic: ranking, keyword: ranking.toReversed() },
  counts: countsOf(30),
  named: [true, false],
});
const EMPTY = { counts: { points: 0, totalLength: 0, documentFrequency: [0, 0] } };

it.each([
  ['of the same model', collection([], EMPTY)],
  ['of another model', collection([], { ...EMPTY, model: 'other', isCommonModel: false })],
])('a collection is judged as by itself where one that is empty or did not answer stands beside it, %s', (_, empty) => {
  for (const algorithm of ['hybrid', 'semantic', 'keyword', 'rrf', 'dbsf'] as const) {
    const scoresOf = (collections: Parameters<typeof rank>[0]) =>
      rank(collections, { algorithm }).map((hit) => [hit.candidate.id, hit.score, hit.relevance]);
    expect(scoresOf([empty, one])).toEqual(scoresOf([one]));
    expect(judgementOf([one, empty], { algorithm }).heterogeneity).toBe(0);
  }
});

it('its name tells nothing beside one that is empty, as by itself', () => {
  const [named] = tellNames([one, collection([], EMPTY)]);
  expect(named?.named).toEqual([false, false]);
});
