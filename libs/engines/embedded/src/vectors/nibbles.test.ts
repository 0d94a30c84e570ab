import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { EVENLY, TRUSTED, multiplyNibbles, nibbleBytes, packNibbles } from './nibbles.js';
import { quantiseQuery } from './quantise-query.js';
import { lengthOf, quantise } from './quantise.js';
import { RowPacker } from './row-packer.js';
import { rotationOf } from './rotation.js';

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
const normalVector = (dimension: number) => Float32Array.from({ length: dimension }, normal);
const unit = (vector: Float32Array) => vector.map((x) => x / lengthOf(vector));
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
const near = (vector: Float32Array, distance: number) => unit(vector.map((x) => x + distance * (normal() / Math.sqrt(vector.length))));

/** Element i of a row of nibbles. */
const elementsOf = (row: Uint8Array) =>
  Array.from({ length: row.length * 2 }, (_, i) =>
    multiplyNibbles(
      row,
      Int8Array.from({ length: row.length * 2 }, (_x, at) => (at === i ? 1 : 0)),
    ),
  );

describe('packNibbles', () => {
  it('keeps each element to half a step, whatever the sign of the largest', () => {
    for (const sign of [1, -1]) {
      const vector = Float64Array.from({ length: 128 }, (_, i) => (i === 7 ? 3 * sign : normal() / 2));
      const row = new Uint8Array(nibbleBytes(128));
      packNibbles(vector, row);
      const step = -Math.sign(sign) * Math.max(3 / 8, ...vector.map((x) => (-x * sign) / 7.5));
      for (const [i, element] of elementsOf(row).entries())
        expect(Math.abs(element * step - (vector[i] ?? 0))).toBeLessThanOrEqual(Math.abs(step) / 2 + 1e-9);
    }
  });

  it('makes the product of a vector with itself right, and says how far others may be off', () => {
    for (let round = 0; round < 50; round++) {
      const vector = Float64Array.from({ length: 256 }, normal);
      const row = new Uint8Array(nibbleBytes(256));
      const { scale, error, length } = packNibbles(vector, row);
      const elements = elementsOf(row).map((x) => x * scale);
      const product = (other: ArrayLike<number>) => elements.reduce((sum, x, i) => sum + x * (other[i] ?? 0), 0);
      expect(product(vector) / lengthOf(vector) ** 2).toBeCloseTo(1, 9);
      expect(Math.hypot(...elements)).toBeCloseTo(length, 9);
      const other = Float64Array.from({ length: 256 }, normal);
      const exact = vector.reduce((sum, x, i) => sum + x * (other[i] ?? 0), 0);
      expect(Math.abs(product(other) - exact)).toBeLessThanOrEqual(error * lengthOf(other));
    }
  });

  it('is certain of vectors that lose nothing, and of those without a length', () => {
    const row = new Uint8Array(nibbleBytes(128));
    expect(
      packNibbles(
        Float64Array.from({ length: 128 }, (_, i) => (i % 16) - 8),
        row,
      ).error,
    ).toBeCloseTo(0, 9);
    expect(packNibbles(new Float64Array(128), row)).toEqual({ scale: 0, error: 0, length: 0 });
  });
});

describe('a row and a query', () => {
  it('are off by what the row lost in the store, too', () => {
    const packer = new RowPacker(256);
    const row = new Uint8Array(packer.bytes);
    const stored = quantise(unit(normalVector(256)));
    const without = packer.pack({ ...stored, error: 0 }, row).error;
    expect(packer.pack({ ...stored, error: 0.001 }, row).error).toBeCloseTo(Math.hypot(without, 0.001), 9);
    expect(packer.pack({ ...stored, error: 0.9 }, row).error).toBeCloseTo(Math.hypot(without, TRUSTED * EVENLY * stored.scale), 9);
  });

  it.each([64, 256, 384])(
    'of %i dimensions have about the cosine of their vectors, too large as often as too small, and as far off as their errors say',
    (dimension) => {
      const packer = new RowPacker(dimension);
      const row = new Uint8Array(packer.bytes);
      const deviations = Array.from({ length: 4_000 }, (_, n) => {
        const vector = unit(normalVector(dimension));
        const other = near(vector, [0.3, 1, 3][n % 3] ?? 1);
        const { scale, error, length } = packer.pack(quantise(vector), row);
        const query = quantiseQuery(rotationOf(dimension).rotate(other));
        const off = multiplyNibbles(row, query.elements) * scale * query.scale - dot(vector, other);
        expect(query.error).toBeCloseTo(TRUSTED * EVENLY * query.scale, 12);
        return off / ((error + query.error * length) / TRUSTED);
      });
      const mean = deviations.reduce((sum, x) => sum + x, 0) / deviations.length;
      const deviation = Math.sqrt(deviations.reduce((sum, x) => sum + x * x, 0) / deviations.length);
      expect(Math.abs(mean)).toBeLessThan(0.1);
      expect(deviation).toBeGreaterThan(0.5);
      expect(deviation).toBeLessThan(1.05);
      expect(Math.max(...deviations.map(Math.abs))).toBeLessThan(TRUSTED);
    },
  );
});
