import { describe, expect, it } from 'vitest';
import { BM25, frequencyOf, idf, lengthNorm, saturate } from './bm25.js';

describe('BM25', () => {
  it('weighs a chunk as the published formula does', () => {
    // tf 2, length 50 of mean 100: 2 · 2.6 / (2 + 1.6 · (0.25 + 0.75 · 0.5))
    expect(saturate(frequencyOf(1, 1), lengthNorm(50, 100))).toBeCloseTo(5.2 / 3, 12);
    expect(idf(1000, 10)).toBeCloseTo(Math.log(1 + 990.5 / 10.5), 12);
  });

  it('stays between 0 and k1 + 1', () => {
    expect(saturate(frequencyOf(0, 0), lengthNorm(5, 5))).toBe(0);
    expect(saturate(frequencyOf(255, 255), lengthNorm(1, 1000))).toBeLessThan(BM25.k1 + 1);
  });

  it('gives a number for an empty collection and for a word more points contain than there are', () => {
    expect(saturate(1, lengthNorm(3, 0))).toBeGreaterThan(0);
    expect(idf(0, 0)).toBeCloseTo(Math.log(2), 12);
    expect(idf(5, 7)).toBeGreaterThan(0);
  });
});
