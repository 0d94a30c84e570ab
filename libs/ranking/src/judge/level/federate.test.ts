import { expect, it } from 'vitest';
import { federate } from './federate.js';
import { laneWeights } from '../weights/lane-weights.js';

const weights = laneWeights('hybrid');

it('lets a collection with an excellent passage go ahead with its others', () => {
  const leading = { own: [0, 0], joint: [3, 1], likeness: 1 };
  const other = { own: [0], joint: [1.1], likeness: 1 };
  const [[, beside = 0] = [], [elsewhere = 0] = []] = federate([leading, other], { weights, heterogeneity: 1 });
  expect(beside).toBeGreaterThan(elsewhere);
});

it('adds nothing of a collection as a whole among parts of one corpus', () => {
  const part = { own: [2, 1], joint: [3, 1], likeness: 1 };
  const other = { own: [5], joint: [1.1], likeness: 0.2 };
  expect(federate([part, other], { weights, heterogeneity: 0 })).toEqual([[3, 1], [1.1]]);
});
