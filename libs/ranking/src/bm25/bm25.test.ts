import { describe, expect, it } from 'vitest';
import { BM25, bm25Weight, idf } from './bm25.js';

describe('BM25', () => {
  it('weighs a chunk as the published formula does', () => {
    // tf 2, length 50 of mean 100: 2 · 2.6 / (2 + 1.6 · (0.25 + 0.75 · 0.5))
    expect(bm25Weight({ body: 1, title: 1, length: 50, averageLength: 100 })).toBeCloseTo(5.2 / 3, 12);
    expect(idf(1000, 10)).toBeCloseTo(Math.log(1 + 990.5 / 10.5), 12);
  });

  it('stays between 0 and k1 + 1', () => {
    expect(bm25Weight({ body: 0, title: 0, length: 5, averageLength: 5 })).toBe(0);
    expect(bm25Weight({ body: 255, title: 255, length: 1, averageLength: 1000 })).toBeLessThan(BM25.k1 + 1);
  });

  it('gives a number for an empty collection and for a word more points contain than there are', () => {
    expect(bm25Weight({ body: 1, title: 0, length: 3, averageLength: 0 })).toBeGreaterThan(0);
    expect(idf(0, 0)).toBeCloseTo(Math.log(2), 12);
    expect(idf(5, 7)).toBeGreaterThan(0);
  });
});
