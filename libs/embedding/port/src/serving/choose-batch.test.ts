import { SeededRandom, testSeed } from '@tributary/testing';
import { expect, it } from 'vitest';
import { chooseBatch, firstBatch } from './choose-batch.js';

const BOUNDS = { texts: 32, tokens: 2048 };
const lengths = (batch: readonly { readonly tokens: number }[]) => batch.map(({ tokens }) => tokens);

it('takes the oldest and its neighbours in length, within both bounds, until nothing waits', () => {
  const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
  let waiting = Array.from({ length: 500 }, () => ({ tokens: 1 + random.below(512) }));
  let padded = 0;
  let needed = 0;
  while (waiting.length > 0) {
    const batch = chooseBatch(waiting, BOUNDS);
    expect(batch).toContain(waiting[0]);
    expect(batch.length).toBeLessThanOrEqual(32);
    const longest = Math.max(...lengths(batch));
    expect(batch.length === 1 || batch.length * longest <= 2048).toBe(true);
    padded += batch.length * longest;
    needed += lengths(batch).reduce((sum, tokens) => sum + tokens, 0);
    const taken = new Set(batch);
    waiting = waiting.filter((item) => !taken.has(item));
  }
  expect(padded / needed).toBeLessThan(1.15);
});

it('leaves a text longer than the bound to a batch of its own', () => {
  expect(lengths(chooseBatch([{ tokens: 9000 }, { tokens: 3 }], BOUNDS))).toEqual([9000]);
  expect(chooseBatch([], BOUNDS)).toEqual([]);
});

it('takes those that have waited longest, within both bounds and at least one', () => {
  const waiting = [5, 1, 9, 2, 2, 40].map((tokens) => ({ tokens }));
  expect(lengths(firstBatch(waiting, { texts: 4, tokens: 100 }))).toEqual([5, 1, 9, 2]);
  expect(lengths(firstBatch(waiting, { texts: 4, tokens: 15 }))).toEqual([5, 1, 9]);
  expect(lengths(firstBatch(waiting, { texts: 4, tokens: 3 }))).toEqual([5]);
  expect(lengths(firstBatch(waiting, { texts: 10, tokens: 100 }))).toEqual(lengths(waiting));
  expect(firstBatch([], BOUNDS)).toEqual([]);
});
