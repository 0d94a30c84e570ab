import { SeededRandom, testSeed } from '@tributary/testing';
import { expect, it } from 'vitest';
import { heterogeneity } from './heterogeneity.js';

const TERMS = [{ weight: 1 }, { weight: 1 }, { weight: 1 }];
const PASSAGES = 4;

function collection(points: number, documentFrequency: readonly number[], documents = PASSAGES) {
  return { counts: { points, totalLength: 10 * points, documentFrequency }, passages: PASSAGES, documents };
}

it('is nearly 1 where one collection speaks of what the others do not', () => {
  const others = Array.from({ length: 8 }, () => collection(2000, [4, 2, 900]));
  expect(heterogeneity(TERMS, [collection(2000, [300, 150, 880]), ...others])).toBeGreaterThan(0.9);
});

it('is mostly 0 for parts of one corpus, whatever the number and size of the parts', () => {
  const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
  const found = (points: number, rate: number) =>
    Array.from({ length: points }, () => random.next()).filter((drawn) => drawn < rate).length;
  for (const [parts, points] of [
    [2, 2000],
    [8, 300],
    [32, 40],
  ] as const) {
    const corpora = Array.from({ length: 100 }, () =>
      heterogeneity(
        TERMS,
        Array.from({ length: parts }, () => collection(points, [found(points, 0.3), found(points, 0.05), found(points, 0.01)])),
      ),
    );
    expect(corpora.filter((value) => value === 0).length).toBeGreaterThan(80);
  }
});

it('grants chance more where passages of a document come together', () => {
  const of = (documents: number) => [90, 40].map((frequency) => collection(1000, [frequency, 0, 0], documents));
  const [alone, clustered] = [heterogeneity(TERMS, of(PASSAGES)), heterogeneity(TERMS, of(1))];
  expect(alone).toBeGreaterThan(0.5);
  expect(clustered).toBeLessThan(alone);
});

it('asks only terms that tell: those that count, and that some passages have and others not', () => {
  const [one, other] = [collection(100, [0, 100, 50]), collection(100, [0, 100, 1])];
  expect(heterogeneity([{ weight: 1 }, { weight: 1 }, { weight: 0 }], [one, other])).toBe(1);
  expect(heterogeneity(TERMS, [one, other])).toBe(heterogeneity([{ weight: 0 }, { weight: 0 }, { weight: 1 }], [one, other]));
  expect(heterogeneity([], [one, other])).toBe(1);
});

it('is 0 where one collection alone has points', () => {
  expect(heterogeneity(TERMS, [collection(100, [0, 100, 50]), collection(0, [0, 0, 0])])).toBe(0);
  expect(heterogeneity(TERMS, [])).toBe(0);
});
