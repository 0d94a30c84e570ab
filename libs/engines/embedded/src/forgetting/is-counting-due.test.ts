import { expect, it } from 'vitest';
import { isCountingDue } from './is-counting-due.js';

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;
/** A large collection of which so many points were removed since its words were counted. */
const large = (removed: number, at = NOW - HOUR) => ({
  points: 1_000_000,
  nextSlot: 1_005_000 + removed,
  counted: { removals: 5_000, at },
});

it('is due when a tenth was removed since, or after a day, but not where nothing was', () => {
  expect(isCountingDue(large(99_999), NOW)).toBe(false);
  expect(isCountingDue(large(100_000), NOW)).toBe(true);
  expect(isCountingDue(large(1, NOW - 23 * HOUR), NOW)).toBe(false);
  expect(isCountingDue(large(1, NOW - 24 * HOUR), NOW)).toBe(true);
  expect(isCountingDue(large(0, 0), NOW)).toBe(false);
});

it('is due after the clock went back', () => {
  expect(isCountingDue(large(1, NOW + HOUR), NOW)).toBe(true);
});

it('is due at once where few points are to be read, or words were never counted', () => {
  expect(isCountingDue({ points: 20_000, nextSlot: 20_001, counted: { removals: 0, at: NOW } }, NOW)).toBe(true);
  expect(isCountingDue({ points: 1_000_000, nextSlot: 1_000_001, counted: undefined }, NOW)).toBe(true);
  expect(isCountingDue({ points: 1_000_000, nextSlot: 1_000_000, counted: undefined }, NOW)).toBe(false);
});
