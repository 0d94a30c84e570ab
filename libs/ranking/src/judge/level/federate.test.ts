import { expect, it } from 'vitest';
import { federate } from './federate.js';
import { laneWeights } from '../weights/lane-weights.js';

const weights = laneWeights('hybrid');

it('lets a collection with an excellent passage go ahead with its others', () => {
  const leading = { own: [0, 0], joint: [3, 1], level: 1, likeness: 1, chance: 2 };
  const other = { own: [0], joint: [1.1], level: 1, likeness: 1, chance: 2 };
  const [[, beside = 0] = [], [elsewhere = 0] = []] = federate([leading, other], { weights, heterogeneity: 1 });
  expect(beside).toBeGreaterThan(elsewhere);
});

it('adds nothing of a collection as a whole among parts of one corpus', () => {
  const part = { own: [2, 1], joint: [3, 1], level: 1, likeness: 1, chance: 2 };
  const other = { own: [5], joint: [1.1], level: 1, likeness: 0.2, chance: 2 };
  expect(federate([part, other], { weights, heterogeneity: 0 })).toEqual([[3, 1], [1.1]]);
});

it('lifts what a small collection found beside a large one by what chance reaches there, as far as both found unlike things, and lowers what a large one did', () => {
  const scoresOf = (large: { chance: number }, likeness: number, level = 1) => {
    const [, [other = 0] = []] = federate(
      [
        { own: [0], joint: [1], level: 1, likeness: 1, ...large },
        { own: [0], joint: [0.8], level, likeness, chance: 2 },
      ],
      { weights, heterogeneity: 0 },
    );
    return other;
  };
  expect(scoresOf({ chance: 2 }, 0)).toBe(0.8);
  expect(scoresOf({ chance: 2.5 }, 1)).toBe(0.8);
  expect(scoresOf({ chance: 2.5 }, 0.4)).toBeCloseTo(1.1, 12);
  expect(scoresOf({ chance: 2.5 }, 0.4, 2)).toBeCloseTo(1.1, 12);
  expect(scoresOf({ chance: 2.5 }, 0.4, 0.5)).toBeCloseTo(0.95, 12);
  expect(scoresOf({ chance: 2.5 }, 0.4, -0.1)).toBe(0.8);
  expect(scoresOf({ chance: 1.5 }, 0.4, 0.5)).toBeCloseTo(0.5, 12);
});
