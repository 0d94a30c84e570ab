import { SeededRandom } from '@tributary/testing';
import { expect, it } from 'vitest';
import { seasonalKendall } from './seasonal-kendall.ts';

const HOURS = 24;
const DAYS = 7;

/** Days with a rhythm, a rise a day, noise of one hour, and noise that a whole day shares. */
function days(random: SeededRandom, { rise, ofHour, ofDay }: { readonly rise: number; readonly ofHour: number; readonly ofDay: number }) {
  const noise = (size: number) => (size * random.below(2001)) / 1000 - size;
  return Array.from({ length: DAYS }, (_, day) => {
    const whole = noise(ofDay);
    return Array.from({ length: HOURS }, (_hour, hour) => 100 + 30 * Math.sin(hour / 4) + rise * day + whole + noise(ofHour));
  });
}

/** Share of 150 weeks in which a rise is found at 95 %. */
function found(settings: Parameters<typeof days>[1]): number {
  const random = new SeededRandom(7);
  const weeks = Array.from({ length: 150 }, () => seasonalKendall(days(random, settings)).p < 0.05);
  return weeks.filter(Boolean).length / weeks.length;
}

it('agrees with Kendall’s test where there is one season', () => {
  // n = 7, S = 21, variance 44.33: z = 20 / 6.658.
  const { slope, p } = seasonalKendall([1, 3, 5, 7, 9, 11, 13].map((value) => [value]));
  expect(p).toBeCloseTo(0.00133, 4);
  expect(slope).toBe(2);
});

it('finds a rise a tenth of the rhythm of a day, and its size', () => {
  expect(found({ rise: 3, ofHour: 5, ofDay: 1 })).toBeGreaterThan(0.95);
  expect(seasonalKendall(days(new SeededRandom(1), { rise: 3, ofHour: 1, ofDay: 0 })).slope).toBeCloseTo(3, 0);
});

it('takes neither the rhythm of a day nor days that differ as a whole for a rise, and no fall', () => {
  expect(found({ rise: 0, ofHour: 5, ofDay: 0 })).toBeLessThan(0.1);
  expect(found({ rise: 0, ofHour: 1, ofDay: 10 })).toBeLessThan(0.1);
  expect(seasonalKendall(days(new SeededRandom(1), { rise: -3, ofHour: 1, ofDay: 0 })).p).toBeGreaterThan(0.9);
  expect(seasonalKendall(Array.from({ length: DAYS }, () => [5, 9, 5]))).toEqual({ slope: 0, p: 1 });
});
