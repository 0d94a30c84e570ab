import { expect, it } from 'vitest';
import { longNumbers } from './long-numbers.js';

it('parts many numbers in one run for about what as many in runs of two cost', () => {
  const inOneRun = '1 '.repeat(10_000);
  const inPairs = '1 1, '.repeat(5000);
  const rounds = Array.from({ length: 10 }, () => [timeOf(inOneRun), timeOf(inPairs)] as const);
  const least = (times: readonly number[]) => Math.min(...times);
  expect(least(rounds.map(([one]) => one)) / least(rounds.map(([, pairs]) => pairs))).toBeLessThan(8);
});

function timeOf(query: string): number {
  const before = performance.now();
  expect(longNumbers(query)).toEqual([]);
  return performance.now() - before;
}
