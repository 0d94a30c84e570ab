import { expect, it } from 'vitest';
import { federate } from './federate.js';
import { laneWeights } from './lane-weights.js';

it('lets a collection with an excellent passage go ahead with its others', () => {
  const leading = { own: [0, 0], joint: [3, 1], likeness: 1 };
  const other = { own: [0], joint: [1.1], likeness: 1 };
  const [[, beside = 0] = [], [elsewhere = 0] = []] = federate([leading, other], laneWeights('hybrid'));
  expect(beside).toBeGreaterThan(elsewhere);
});
