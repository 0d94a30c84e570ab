import { expect, it } from 'vitest';
import { ByteSlab } from './byte-slab.js';

it('hands out zeros that nobody else has, also where a slab ends', () => {
  const slab = new ByteSlab();
  const taken = Array.from({ length: 2_000 }, (_, at) => slab.take(at % 300));
  expect(taken.every((bytes, at) => bytes.length === at % 300 && bytes.every((byte) => byte === 0))).toBe(true);
  taken.forEach((bytes, at) => bytes.fill(at % 251));
  expect(taken.every((bytes, at) => bytes.every((byte) => byte === at % 251))).toBe(true);
  expect(slab.take(1_000_000)).toHaveLength(1_000_000);
});
