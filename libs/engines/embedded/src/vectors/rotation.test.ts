import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { lengthOf } from './quantise.js';
import { Rotation, rotationOf } from './rotation.js';

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const randomVector = (dimension: number) => Float32Array.from({ length: dimension }, () => random.next() - 0.5);
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a).reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

describe('Rotation', () => {
  it.each([1, 2, 3, 5, 64, 100, 128, 130, 256, 384, 1_000])(
    'changes no product of two vectors of %i dimensions but by its gain',
    (dimension) => {
      const rotation = new Rotation(dimension);
      const [a, b] = [randomVector(dimension), randomVector(dimension)];
      const rotated = [a, b].map((vector) => rotation.rotate(vector).slice());
      const [first = new Float64Array(0), second = new Float64Array(0)] = rotated;
      expect(first).toHaveLength(rotation.length);
      expect(dot(first, second) / rotation.gain ** 2).toBeCloseTo(dot(a, b), 6);
      expect(lengthOf(first) / rotation.gain).toBeCloseTo(lengthOf(a), 6);
    },
  );

  it('spreads what stands in one element, and differently for each', () => {
    const rotation = new Rotation(256);
    const spread = [0, 2, 77].map((i) => rotation.rotate(Float32Array.from({ length: 256 }, (_, at) => (at === i ? 1 : 0))).slice());
    for (const rotated of spread) expect(rotated.filter((x) => Math.abs(x) === 1)).toHaveLength(128);
    const alike = rotation.rotate(new Float32Array(256).fill(1));
    expect(Math.max(...alike.map(Math.abs))).toBeLessThan(128 / 2);
  });

  it('is one for all vectors of a dimension', () => {
    expect(rotationOf(48)).toBe(rotationOf(48));
    expect(rotationOf(48).length).not.toBe(rotationOf(200).length);
  });
});
