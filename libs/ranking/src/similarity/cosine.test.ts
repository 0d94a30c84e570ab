import { expect, it } from 'vitest';
import { cosine } from './cosine.js';

it('is the cosine of the angle between two vectors, however long they are, and 0 where one says nothing', () => {
  const [east, far, north] = [
    [1, 0, 0],
    [7, 0, 0],
    [0, 3, 0],
  ].map((numbers) => Float32Array.from(numbers)) as [Float32Array, Float32Array, Float32Array]; // Safe: three were given.
  expect(cosine(east, far)).toBeCloseTo(1, 12);
  expect(cosine(east, north)).toBe(0);
  expect(cosine(Float32Array.of(1, 1), Float32Array.of(-2, -2))).toBeCloseTo(-1, 12);
  expect(cosine(Float32Array.of(3, 4), Float32Array.of(4, 3))).toBeCloseTo(0.96, 12);
  expect(cosine(east, new Float32Array(3))).toBe(0);
});
