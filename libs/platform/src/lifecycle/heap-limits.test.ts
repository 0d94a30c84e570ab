import { eventually } from '@tributary/testing';
import { getHeapSpaceStatistics } from 'node:v8';
import { afterEach, expect, it } from 'vitest';
import { HeapLimits } from './heap-limits.js';

const MIB = 2 ** 20;
let limits: HeapLimits | undefined;
afterEach(() => limits?.stop());

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0;
}

let kept: object[] = [];

/** Makes what survives a collection or two and then dies: that is what makes V8 enlarge the young generation. */
function churn(objects: number): void {
  for (let i = 0; i < objects; i++) kept.push({ at: i, list: [i] });
  if (kept.length > 100_000) kept = kept.slice(50_000);
}

it('holds the young generation where it is enough, under work that would enlarge it further', async () => {
  limits = HeapLimits.start({ enoughYoungBytes: 4 * MIB, everyMs: 1 });
  let rounds = 0;
  await eventually(() => {
    churn(20_000);
    return ++rounds > 200;
  });
  // It may have doubled before the look that stopped it.
  expect(youngBytes()).toBeLessThanOrEqual(32 * MIB);
});
