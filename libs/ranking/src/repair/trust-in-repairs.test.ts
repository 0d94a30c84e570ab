import { expect, it } from 'vitest';
import { BM25, idf } from '../bm25/bm25.js';
import { candidate, collection, rank } from '../judge/judging.fixture.js';
import { meantShare, trustInRepair } from './trust-in-repairs.js';

/** What one term of ten in a hundred points tells at best. */
const idealOfOne = idf(100, 10) * (BM25.k1 + 1);

it('grows with the length of the word', () => {
  const [three = 0, six = 0, twelve = 0] = ['abc', 'abcdef', 'abcdefghijkl'].map((word) => trustInRepair(word, word.replace('b', 'x')));
  expect(three).toBeLessThan(0.2);
  expect(six).toBeGreaterThan(0.5);
  expect(six).toBeLessThan(0.7);
  expect(twelve).toBeGreaterThan(0.95);
});

it('is whole where marks alone differ, and large for what begins with the word', () => {
  expect(trustInRepair('lecki', 'łęcki')).toBe(1);
  expect(trustInRepair('hafen', 'hafenlotse')).toBe(0.8);
  expect(trustInRepair('hafen', 'hagen')).toBeLessThan(0.5);
});

it('is what a query loses of its meaning by its repaired words, each once and as far as it tells', () => {
  const counts = { points: 100, totalLength: 1000, documentFrequency: [10, 10, 10] };
  const [plain, first, second] = [
    { weight: 1 },
    { weight: 1, word: 'ganz', standsFor: 'gans' },
    { weight: 1, word: 'hans', standsFor: 'gans' },
  ];
  const ofTerms = (...terms: readonly { weight: number; word?: string; standsFor?: string }[]) =>
    meantShare({ terms, counts, ideal: terms.some(({ standsFor }) => standsFor === undefined) ? 2 * idealOfOne : idealOfOne });
  expect(ofTerms(plain, plain)).toBe(1);
  expect(ofTerms(first)).toBeCloseTo(trustInRepair('gans', 'ganz'), 9);
  expect(ofTerms(first, second)).toBeCloseTo(trustInRepair('gans', 'ganz'), 9);
  expect(ofTerms(plain, first)).toBeCloseTo((1 + trustInRepair('gans', 'ganz')) / 2, 9);
});

it('lowers relevance and leaves the order alone', () => {
  const found = [candidate('a', { counts: [2, 0], similarity: 0.5 }), candidate('b', { counts: [1, 0], similarity: 0.4 })];
  const ask = (standsFor?: string) =>
    rank([collection(found)], { terms: [{ weight: 1, isWord: true, word: 'ganz', ...(standsFor === undefined ? {} : { standsFor }) }] });
  const [short, long, written] = [ask('gans'), ask('kubernetess'), ask()];
  expect(short.map(({ candidate: { id }, score }) => [id, score])).toEqual(written.map(({ candidate: { id }, score }) => [id, score]));
  expect(short[0]?.relevance).toBeLessThan(0.6 * (written[0]?.relevance ?? 0));
  expect(long[0]?.relevance).toBeGreaterThan(0.9 * (written[0]?.relevance ?? 0));
  expect(short[0]?.signals()['as_meant']).toBeCloseTo(trustInRepair('gans', 'ganz'), 9);
  expect(written[0]?.signals()).not.toHaveProperty('as_meant');
});
