import { expect, it } from 'vitest';
import { mulberry32, pairedBootstrap } from './paired-bootstrap.js';

it('gives the mean difference inside its interval, the same each time', () => {
  const next = mulberry32(1);
  const theirs = Array.from({ length: 200 }, () => next());
  const ours = theirs.map((value) => value + 0.1 + 0.2 * (next() - 0.5));
  const difference = pairedBootstrap(ours, theirs);
  expect(difference.mean).toBeCloseTo(0.1, 1);
  expect(difference.low).toBeLessThan(difference.mean);
  expect(difference.high).toBeGreaterThan(difference.mean);
  // The standard error of 200 differences spread evenly over 0.2 is 0.2 / sqrt(12 · 200).
  expect(difference.high - difference.low).toBeCloseTo((2 * 1.96 * 0.2) / Math.sqrt(12 * 200), 2);
  expect(pairedBootstrap(ours, theirs)).toEqual(difference);
});

it('is zero for equal runs and for none, and refuses runs of different queries', () => {
  expect(pairedBootstrap([0.5, 1], [0.5, 1])).toEqual({ mean: 0, low: 0, high: 0 });
  expect(pairedBootstrap([], [])).toEqual({ mean: 0, low: 0, high: 0 });
  expect(() => pairedBootstrap([1], [])).toThrow(RangeError);
});
