import { expect, it } from 'vitest';
import { deepen } from './deepen.js';

const depth = { best: 100, each: 3 };

it('goes as deep as was asked for where documents have few passages', () => {
  expect(deepen(depth, [{ points: 50_000, documents: 10_000 }])).toEqual(depth);
  expect(deepen(depth, [{ points: 0, documents: 0 }])).toEqual(depth);
  expect(deepen(depth, [])).toEqual(depth);
});

it('goes deeper by how many passages documents have in all collections together, four times as deep at most', () => {
  const collections = [
    { points: 90_000, documents: 4_000 },
    { points: 10_000, documents: 6_000 },
  ];
  expect(deepen(depth, collections)).toEqual({ best: 200, each: 3 });
  expect(deepen(depth, [{ points: 90_000, documents: 1_000 }])).toEqual({ best: 400, each: 3 });
});
