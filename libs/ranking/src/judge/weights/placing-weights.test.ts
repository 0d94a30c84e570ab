import { SeededRandom, testSeed } from '@tributary/testing';
import { expect, it } from 'vitest';
import { placingTerms } from './placing-weights.js';

const TERMS = [{ weight: 0.2, placingWeight: 1 }, { weight: 1 }];
const counts = (points: number, ...documentFrequency: readonly number[]) => ({ points, totalLength: 10 * points, documentFrequency });
const weights = (collections: Parameters<typeof placingTerms>[1]) => placingTerms(TERMS, collections).map(({ weight }) => weight);

it('counts a word that only asks in full where one collection asks and the other does not', () => {
  expect(weights([counts(1000, 50, 10), counts(1000, 5, 10)])).toEqual([1, 1]);
});

it('counts it a fifth where collections use it alike, as parts of one corpus do but for chance', () => {
  expect(weights([counts(1000, 50, 10), counts(3000, 150, 900)])).toEqual([0.2, 1]);
  const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
  const found = (points: number) => Array.from({ length: points }, () => random.next()).filter((number) => number < 0.2).length;
  const corpora = Array.from({ length: 50 }, () => Array.from({ length: 32 }, () => counts(40, found(40), 3)));
  expect(corpora.reduce((sum, parts) => sum + (weights(parts)[0] ?? 1), 0) / corpora.length).toBeLessThan(0.45);
});

it('counts it by how much they differ in between', () => {
  const [some = 0, more = 0] = [60, 80].map((found) => weights([counts(10_000, 1000, 0), counts(10_000, found * 20, 0)])[0] ?? 0);
  expect([some > 0.2, more > some, more < 1]).toEqual([true, true, true]);
});

it('leaves the weights as they are where no collection has points or the word', () => {
  expect(weights([counts(0, 0, 0), counts(0, 0, 0)])).toEqual([0.2, 1]);
  expect(weights([counts(100, 0, 3), counts(100, 0, 3)])).toEqual([0.2, 1]);
  expect(weights([counts(100, 100, 3)])).toEqual([0.2, 1]);
});
