import { expect, it } from 'vitest';
import { isFresh } from './freshness.js';

it('holds for so long, and not for what the clock says is still to come', () => {
  expect([1000, 1999, 2000].map((now) => isFresh(1000, now, 1000))).toEqual([true, true, false]);
  expect(isFresh(1001, 1000, 1000)).toBe(false);
});
