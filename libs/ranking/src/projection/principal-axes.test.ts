import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { findPrincipalAxes, projectOnto } from './principal-axes.js';
import { quantiseColumns } from './quantise-columns.js';

const generator = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const random = () => generator.next();

/** Vectors that differ by 3 along the first direction, by 1 along the second and by 0.1 along the rest, around a centre that is not 0. */
function cloud(rows: number, dimension: number): Float32Array {
  const spread = [3, 1, ...new Array<number>(dimension - 2).fill(0.1)];
  return Float32Array.from({ length: rows * dimension }, (_, at) => 5 + (spread[at % dimension] ?? 0) * (random() * 2 - 1));
}

describe('the principal axes of vectors', () => {
  it('are the directions along which they differ most, in this order', () => {
    const { axes, explained } = findPrincipalAxes({ values: cloud(2_000, 8), dimension: 8 }, 3);
    expect(Math.abs(axes[0] ?? 0)).toBeGreaterThan(0.99);
    expect(Math.abs(axes[8 + 1] ?? 0)).toBeGreaterThan(0.99);
    expect(explained[0]).toBeGreaterThan(0.85);
    expect(explained[1]).toBeCloseTo(0.1, 1);
    expect(explained[2]).toBeLessThan(0.01);
  });

  it('are unit vectors at right angles to each other, and the same for the same vectors', () => {
    const values = cloud(500, 6);
    const { axes } = findPrincipalAxes({ values, dimension: 6 }, 4);
    const row = (at: number) => Array.from(axes.subarray(at * 6, at * 6 + 6));
    const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
    expect(product(row(0), row(0))).toBeCloseTo(1, 4);
    expect(product(row(0), row(3))).toBeCloseTo(0, 4);
    expect(product(row(1), row(2))).toBeCloseTo(0, 4);
    expect(findPrincipalAxes({ values, dimension: 6 }, 4).axes).toEqual(axes);
  });

  it('keep distances in the plane that has all there is to tell', () => {
    const values = Float32Array.from([0, 0, 0, 3, 4, 0, 0, 4, 0]);
    const found = findPrincipalAxes({ values, dimension: 3 }, 2);
    const [a, b] = [projectOnto(found, values.subarray(0, 3)), projectOnto(found, values.subarray(3, 6))];
    expect(Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0))).toBeCloseTo(5, 3);
    expect(found.explained.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3);
  });

  it('are zero where there is nothing to span them: no vectors, one, or all the same', () => {
    for (const values of [new Float32Array(), Float32Array.from([1, 2, 3]), Float32Array.from([1, 2, 3, 1, 2, 3])]) {
      const { axes, explained } = findPrincipalAxes({ values, dimension: 3 }, 2);
      expect([...axes]).toEqual([0, 0, 0, 0, 0, 0]);
      expect(explained).toEqual([0, 0]);
    }
  });
});

describe('columns as integers', () => {
  it('are the numbers again when multiplied by their scale, to half a step', () => {
    const rows = Float32Array.from([1, -20, 9, 0.5, 10, 9, -1, 0, 9]);
    const { values, scale } = quantiseColumns(rows, { width: 3, columns: 2, into: new Int16Array(6), limit: 32_767 });
    expect(Array.from(values, (value, at) => value * (scale[at % 2] ?? 0)).map((value) => Math.round(value * 100) / 100)).toEqual([
      1, -20, 0.5, 10, -1, 0,
    ]);
  });
});
