import { describe, expect, it } from 'vitest';
import { poolRow, type TokenVectors } from './pool.js';

/** Three texts of which the first has padding; the numbers are sums of powers of two, so that any order of adding gives the same. */
function batchOf(dimension: number): TokenVectors {
  const [columns, lengths] = [5, [3, 5, 1]];
  const values = Float32Array.from({ length: lengths.length * columns * dimension }, (_, i) => ((i * 37) % 64) / 8 - 4);
  return { values, columns, dimension, lengths };
}

function tokenOf({ values, columns, dimension }: TokenVectors, row: number, token: number): readonly number[] {
  const start = (row * columns + token) * dimension;
  return [...values.subarray(start, start + dimension)];
}

describe.each([8, 6, 5, 3])('of vectors with %i numbers', (dimension) => {
  const batch = batchOf(dimension);

  it('adds the tokens of a text and leaves padding and the other texts out', () => {
    batch.lengths.forEach((length, row) => {
      const tokens = Array.from({ length }, (_, token) => tokenOf(batch, row, token));
      const sums = Array.from({ length: dimension }, (_, d) => tokens.reduce((sum, token) => sum + (token[d] ?? 0), 0));
      expect([...poolRow(batch, row, 'mean')]).toEqual(sums);
    });
  });

  it('takes the first or the last token of a text', () => {
    expect([...poolRow(batch, 1, 'cls')]).toEqual(tokenOf(batch, 1, 0));
    expect([...poolRow(batch, 0, 'last')]).toEqual(tokenOf(batch, 0, 2));
  });
});
