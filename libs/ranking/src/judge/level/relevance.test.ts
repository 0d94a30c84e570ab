import { describe, expect, it } from 'vitest';
import { FITTED } from '../weights/fitted.js';
import { chanceLevel, chanceLevels, relevance } from './relevance.js';

describe('relevance', () => {
  it('is a logistic function of the level, as fitted, where there is one passage', () => {
    const { slope, intercept } = FITTED.relevance;
    expect(relevance(0.7, chanceLevel(1))).toBeCloseTo(1 / (1 + Math.exp(-(slope * 0.7 + intercept))), 12);
  });

  it('asks more of a passage the more there are, as far as was measured', () => {
    expect([0, 1, 10, 1000, 40_000, 1_000_000].map(chanceLevel)).toEqual([1, 1, 1.6, 2.6, 3.3, 3.3]);
    const said = [3, 100, 3000].map((passages) => relevance(1.6, chanceLevel(passages)));
    expect(said).toEqual(said.toSorted((a, b) => b - a));
  });

  it('tells nobody how many passages there are', () => {
    expect(chanceLevel(3000)).toBe(chanceLevel(2500));
  });

  it('takes the collections that hold anything for equally likely, and one nobody has counted for a large one', () => {
    const holding = (points: number) => ({ counts: { points } });
    const [small, large, uncounted] = [holding(3), holding(9000), { ...holding(50), isSampled: true }];
    expect(chanceLevels([small, large, holding(0), uncounted])).toEqual([9, 27_000, 0, 40_000].map(chanceLevel));
  });
});
