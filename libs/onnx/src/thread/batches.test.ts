import { expect, it } from 'vitest';
import { batchesOf } from './batches.js';

it('puts every text into one batch, those of similar length together, within the bound of padded tokens', () => {
  const lengths = Array.from({ length: 500 }, (_, i) => 1 + ((i * 7919) % 512));
  const batches = batchesOf(lengths, { oneByOne: false });
  expect(batches.flat().sort((a, b) => a - b)).toEqual([...lengths.keys()]);
  const padded = batches.map((batch) => batch.length * Math.max(...batch.map((i) => lengths[i] ?? 0)));
  expect(Math.max(...padded)).toBeLessThanOrEqual(1024);
  const wasted = padded.reduce((sum, tokens) => sum + tokens, 0) / lengths.reduce((sum, length) => sum + length, 0) - 1;
  expect(wasted).toBeLessThan(0.05);
});

it('leaves a text longer than the bound to a batch of its own, and each where they must not meet', () => {
  expect(batchesOf([4000, 3], { oneByOne: false })).toEqual([[1], [0]]);
  expect(batchesOf([3, 3, 2], { oneByOne: true })).toEqual([[2], [0], [1]]);
});
