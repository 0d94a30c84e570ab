import { expect, it } from 'vitest';
import { areaUnderRoc, calibrationError, reliability } from './calibration.js';

const points = (relevance: number, relevant: number, others: number) =>
  Array.from({ length: relevant + others }, (_, at) => ({
    relevance,
    isRelevant: at < relevant,
    signals: {},
    gain: at < relevant ? 1 : 0,
  }));

it('finds no error where as many are relevant as was said', () => {
  expect(calibrationError([...points(0.25, 1, 3), ...points(0.75, 3, 1)])).toBeCloseTo(0, 12);
});

it('weighs the error of each tenth by its points', () => {
  const all = [...points(0.95, 0, 2), ...points(0.05, 0, 6)];
  expect(calibrationError(all)).toBeCloseTo((2 * 0.95 + 6 * 0.05) / 8, 12);
  expect(reliability(all).map(({ points: count }) => count)).toEqual([6, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  expect(reliability(points(1, 1, 0)).at(-1)).toEqual({ points: 1, said: 1, found: 1 });
});

it('measures how well two groups are told apart', () => {
  expect(areaUnderRoc([0.9, 0.8], [0.1, 0.2])).toBe(1);
  expect(areaUnderRoc([0.1], [0.9])).toBe(0);
  expect(areaUnderRoc([0.5, 0.5], [0.5])).toBe(0.5);
  expect(areaUnderRoc([0.9, 0.3], [0.5, 0.1])).toBe(0.75);
  expect(areaUnderRoc([], [0.5])).toBeNaN();
});
