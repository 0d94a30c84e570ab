import { expect, it } from 'vitest';
import { idf } from '../../bm25/bm25.js';
import { fuzzyAmongAll } from './fuzzy-among-all.js';
import { candidate, collection } from '../judging.fixture.js';

const TERMS = [{ weight: 1, isWord: true, word: 'zeppelins' }];
/** Of a word that the whole collection has, and hardly any other. */
const OWN = { points: 100, totalLength: 1000, documentFrequency: [100] };
const ALL = { points: 10_000, totalLength: 100_000, documentFrequency: [100] };

function scoresOf(counts: readonly number[], { score, heterogeneity }: { readonly score: number; readonly heterogeneity: number }) {
  const found = collection([candidate('a', { counts })], { counts: OWN, rankings: { fuzzy: [{ candidate: 0, score }] } });
  return fuzzyAmongAll(found, { terms: TERMS, counts: ALL, heterogeneity }).rankings.fuzzy?.map((one) => one.score);
}

it('weighs a word as the query writes it by what it tells in all collections', () => {
  const byOwn = idf(100, 100);
  expect(scoresOf([1], { score: byOwn, heterogeneity: 1 })?.[0]).toBeCloseTo(idf(10_000, 100), 12);
  expect(scoresOf([1], { score: byOwn, heterogeneity: 0 })?.[0]).toBeCloseTo(idf(10_000, 100), 12);
});

it('weighs words like it as their collection does, in unlike ones as a share of a rare word', () => {
  expect(scoresOf([0], { score: 2, heterogeneity: 0 })).toEqual([2]);
  expect(scoresOf([0], { score: 2, heterogeneity: 1 })?.[0]).toBeCloseTo((2 * idf(10_000, 1)) / idf(100, 1), 12);
  expect(scoresOf([0], { score: 2, heterogeneity: 0.5 })?.[0]).toBeCloseTo(1 + idf(10_000, 1) / idf(100, 1), 12);
});
