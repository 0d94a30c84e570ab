import { describe, expect, it } from 'vitest';
import { laneWeights } from '../judge/weights/lane-weights.js';
import { fuse } from './fuse.js';

const ranking = (...scores: number[]) => scores.map((score, candidate) => ({ candidate, score }));

describe('fuse', () => {
  it('sums weighted reciprocal ranks with k = 60', () => {
    const rankings = { semantic: ranking(0.9, 0.8), keyword: [{ candidate: 1, score: 7 }] };
    const weights = laneWeights('rrf', { semantic: 2 });
    expect(fuse('rrf', { rankings, weights, candidates: 3 })).toEqual([1 / 61, 1 / 62 + 0.5 / 61, 0]);
  });

  it('maps mean ± 3 standard deviations to 0 and 1', () => {
    const [high, middle, low] = fuse('dbsf', { rankings: { keyword: ranking(3, 2, 1) }, weights: laneWeights('dbsf'), candidates: 3 });
    expect([high, middle, low]).toEqual([0.5 + 1 / 6, 0.5, 0.5 - 1 / 6]);
  });

  it('says one half where a lane cannot tell its candidates apart', () => {
    expect(
      fuse('dbsf', { rankings: { keyword: ranking(4), semantic: ranking(1, 1) }, weights: laneWeights('dbsf'), candidates: 2 }),
    ).toEqual([1, 0.5]);
  });
});
