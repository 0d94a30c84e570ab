import { expect } from 'vitest';
import type { LaneResult, NominateResult } from '../../index.js';
import type { ScoredId } from '../reference/lane-scores.js';

const TOLERANCE = 1e-5;

/** The ranking of a lane by point id. */
export function rankingOf({ candidates }: NominateResult, lane: LaneResult | undefined): readonly ScoredId[] {
  if (lane?.status !== 'searched') throw new Error(`The lane was not searched: ${JSON.stringify(lane)}`);
  return lane.ranking.map(({ candidate, score }) => ({ id: candidates[candidate]?.id ?? '', score }));
}

/** Holds when a ranking is the best of all scores: the same scores, the same points but for ties at the end, equal scores by id. */
export function expectBest(ranking: readonly ScoredId[], all: readonly ScoredId[], limit: number): void {
  const expected = all.slice(0, limit);
  expect(ranking.length).toBe(expected.length);
  const scores = new Map(all.map(({ id, score }) => [id, score]));
  ranking.forEach(({ id, score }, i) => {
    expect(score).toBeCloseTo(scores.get(id) ?? Number.NaN, 5);
    expect(Math.abs(score - (expected[i]?.score ?? Number.NaN))).toBeLessThan(TOLERANCE);
    const next = ranking[i + 1];
    if (next?.score === score) expect(id < next.id).toBe(true);
  });
  expect(new Set(ranking.map(({ id }) => id)).size).toBe(ranking.length);
}

/** Holds when no score is above the one before it, but for the rounding of sums that were added in another order. */
export function expectDescending(scores: readonly number[]): void {
  for (const [i, score] of scores.slice(1).entries()) expect(score).toBeLessThanOrEqual((scores[i] ?? Number.NaN) + TOLERANCE);
}
