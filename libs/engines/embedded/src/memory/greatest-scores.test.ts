import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { GreatestScores } from './greatest-scores.js';

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));

/** The nth greatest; −∞ where there are fewer. */
function nthGreatest(scores: readonly number[], n: number): number {
  return scores.toSorted((a, b) => b - a)[n - 1] ?? Number.NEGATIVE_INFINITY;
}

/** Offers all, and says what the threshold was after each. */
function thresholds(greatest: GreatestScores, scores: readonly number[]): readonly number[] {
  return scores.map((score) => {
    greatest.offer(score);
    return greatest.threshold;
  });
}

describe('GreatestScores', () => {
  it.each([
    ['as they come', (length: number) => Array.from({ length }, () => random.below(1_000) / 7)],
    ['ascending', (length: number) => Array.from({ length }, (_, at) => at)],
    ['descending', (length: number) => Array.from({ length }, (_, at) => -at)],
    ['many equal ones', (length: number) => Array.from({ length }, () => random.below(3))],
    ['all equal', (length: number) => Array.from({ length }, () => 4.5)],
  ])('tells the least of the greatest: %s', (_, make) => {
    for (let round = 0; round < 100; round++) {
      const limit = 1 + random.below(60);
      const scores = make(random.below(500));
      const greatest = new GreatestScores(limit);
      const said = thresholds(greatest, scores);
      said.forEach((threshold, at) => {
        expect(threshold).toBeLessThanOrEqual(nthGreatest(scores.slice(0, at + 1), limit));
      });
      greatest.settle();
      expect(greatest.threshold).toBe(nthGreatest(scores, limit));
    }
  });

  it('knows a threshold as soon as there are enough, and raises it while more come', () => {
    const greatest = new GreatestScores(20);
    const said = thresholds(
      greatest,
      Array.from({ length: 100 }, (_, at) => at),
    );
    expect(said[18]).toBe(Number.NEGATIVE_INFINITY);
    expect(said[19]).toBe(0);
    expect(said.at(-1)).toBeGreaterThanOrEqual(70);
  });

  it('wants none', () => {
    const greatest = new GreatestScores(0);
    greatest.offer(7);
    greatest.settle();
    expect(greatest.threshold).toBe(Number.POSITIVE_INFINITY);
  });
});
