import { eventually } from '@tributary/testing';
import { afterEach, expect, it } from 'vitest';
import { IdleTrimmer } from './idle-trimmer.js';

let trimmer: IdleTrimmer | undefined;
afterEach(() => trimmer?.stop());

function work(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt) Math.sqrt(endsAt);
}

it('trims once after work, when the process has become quiet, and again only after more work', async () => {
  let trims = 0;
  let looks = 0;
  const options = { everyMs: 20, busyMs: 15, worthMs: 200, trim: () => (trims += 1) };
  trimmer = IdleTrimmer.start(options);
  const counter = setInterval(() => (looks += 1), 20);
  try {
    work(300);
    await eventually(() => trims === 1);
    looks = 0;
    await eventually(() => looks >= 10);
    expect(trims).toBe(1);
    work(300);
    await eventually(() => trims === 2);
  } finally {
    clearInterval(counter);
  }
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
