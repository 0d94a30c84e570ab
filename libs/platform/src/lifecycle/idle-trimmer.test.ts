import { eventually } from '@tributary/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { IdleTrimmer } from './idle-trimmer.js';

let trimmer: IdleTrimmer | undefined;
afterEach(() => {
  trimmer?.stop();
  vi.useRealTimers();
});

it('trims once after work, when the process has become quiet, and again only after more work', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let [usedMs, trims] = [0, 0];
  trimmer = IdleTrimmer.start({ everyMs: 20, busyMs: 15, worthMs: 200, usedMs: () => usedMs, trim: () => (trims += 1) });
  /** How often it has trimmed by the look after so much work. */
  const trimsAfter = (workMs: number) => {
    usedMs += workMs;
    vi.advanceTimersByTime(20);
    return trims;
  };
  expect([100, 100, 0, 20, 0, 14].map(trimsAfter)).toEqual([0, 0, 0, 0, 0, 1]);
  expect(Array.from({ length: 10 }, () => trimsAfter(10))).toEqual(Array(10).fill(1));
  expect([99, 0, 0].map(trimsAfter)).toEqual([1, 1, 1]);
  expect([20, 0, 0].map(trimsAfter)).toEqual([1, 1, 2]);
});

it('gives garbage back to the system', async () => {
  const before = process.memoryUsage().heapTotal;
  const garbage: unknown[] = [];
  while (process.memoryUsage().heapTotal < before + 60_000_000) garbage.push(Array.from({ length: 50_000 }, (_, n) => ({ n })));
  const grown = process.memoryUsage().heapTotal;
  garbage.length = 0;
  trimmer = IdleTrimmer.start({ everyMs: 20, busyMs: 1000, worthMs: 0 });
  await eventually(() => process.memoryUsage().heapTotal < grown - 30_000_000);
  expect(garbage).toEqual([]);
});
