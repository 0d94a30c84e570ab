import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { boundedVector, cosineFrom } from './cosine-bound.js';
import { dot } from './dot.js';

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));

function unitVector(dimension: number, near?: Float32Array): Float32Array {
  const numbers = Float32Array.from({ length: dimension }, (_, d) => random.next() - 0.5 + 4 * (near?.[d] ?? 0));
  const length = Math.sqrt(dot(numbers, numbers));
  return numbers.map((value) => value / length);
}

describe('cosineFrom', () => {
  it.each([3, 64, 65, 256])('gives the cosine of those that reach it, and of no others, with %i dimensions', (dimension) => {
    const leader = unitVector(dimension);
    const vectors = [leader, ...Array.from({ length: 90 }, (_, at) => unitVector(dimension, at % 3 === 0 ? undefined : leader))];
    const bounded = vectors.map(boundedVector);
    let reached = 0;
    for (const [at, a] of vectors.entries()) {
      for (const [other, b] of vectors.entries()) {
        const [cosine, least] = [dot(a, b), random.next()];
        const [one, two] = [bounded[at], bounded[other]];
        if (one && two) expect(cosineFrom(least, one, two)).toBe(cosine < least ? undefined : cosine);
        if (cosine >= least) reached++;
      }
    }
    expect(reached).toBeGreaterThan(vectors.length);
    expect(reached).toBeLessThan(vectors.length ** 2);
  });

  it('knows that vectors are equal that differ by rounding only in what is looked at first', () => {
    const vector = Float32Array.from({ length: 256 }, (_, d) => (d < 64 ? 1 / 8 : 0));
    expect(cosineFrom(1, boundedVector(vector), boundedVector(vector))).toBe(1);
  });
});
