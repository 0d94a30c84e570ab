import { SeededRandom, testSeed } from '@tributary/testing';
import { expect, it } from 'vitest';
import { JointContest, JointRanking } from './joint-ranking.js';

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));

it('keeps of each collection its own best, and what is among the best of all', () => {
  for (let round = 0; round < 200; round++) {
    const depth = { best: 1 + random.below(12), each: 1 };
    const each = 1 + random.below(depth.best);
    const collections = Array.from({ length: 1 + random.below(5) }, () => Array.from({ length: random.below(30) }, () => random.below(40)));
    const ranking = new JointRanking(
      collections.map(() => (a: number, b: number) => a < b),
      { ...depth, each },
    );
    for (const [at, scores] of collections.entries()) for (const [slot, score] of scores.entries()) ranking.of(at).offer(slot, score);
    const least = collections.flat().sort((a, b) => b - a)[depth.best - 1] ?? -1;
    const expected = collections.map((scores) =>
      scores
        .map((score, slot) => ({ slot, score }))
        .sort((a, b) => b.score - a.score || a.slot - b.slot)
        .slice(0, depth.best)
        .filter(({ score }, rank) => rank < each || score >= least),
    );
    expect(ranking.rankings()).toEqual(expected);
  }
});

it('says of a score that has no chance any more that it lies below the threshold, by collection', () => {
  const contest = new JointContest(2, { best: 3, each: 1 });
  const thresholds = () => [contest.of(0).threshold, contest.of(1).threshold];
  for (const score of [9, 8, 7, 6]) contest.of(0).offer(score, score);
  expect(thresholds()).toEqual([7, Number.NEGATIVE_INFINITY]);
  contest.of(1).offer(0, 2);
  expect(thresholds()).toEqual([7, 2]);
  contest.of(1).offer(1, 8);
  contest.settle();
  expect([...thresholds(), contest.threshold]).toEqual([8, 8, 8]);
});
