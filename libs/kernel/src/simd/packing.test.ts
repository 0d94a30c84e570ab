import { expect, it } from 'vitest';
import { NIBBLE_GROUP, NIBBLE_OFFSET, ROTATED_BLOCK, ScanKernel } from './index.js';

const AT = { vector: 0, row: 4096, sums: 8192 };
const ELEMENTS = 3 * ROTATED_BLOCK;
/** Any order of −127 to 127, the ends among them, and one block of one number. */
const VECTOR = Array.from({ length: ELEMENTS }, (_, i) => (i < ROTATED_BLOCK ? -127 : ((i * 37) % 255) - 127));

/** The product with the matrix of Walsh and Hadamard, block by block. */
const ROTATED = VECTOR.map((_, i) => {
  const [from, row] = [i - (i % ROTATED_BLOCK), i % ROTATED_BLOCK];
  const signOf = (column: number) => ((row & column).toString(2).replaceAll('0', '').length % 2 === 0 ? 1 : -1);
  return VECTOR.slice(from, from + ROTATED_BLOCK).reduce((sum, x, column) => sum + signOf(column) * x, 0);
});
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, x) => sum + x, 0);

it.each([true, false])('rotates exactly and packs to the nearest of sixteen, in memory that is shared: %s', (isShared) => {
  const kernel = ScanKernel.open({ pages: 1, mostPages: 1, isShared }, ['nibbles']);
  if (!kernel) throw new Error('This machine has no WebAssembly with SIMD.');
  const { buffer } = kernel;
  const { rotate, pack } = kernel.packing();
  const vector = new Int16Array(buffer, AT.vector, ELEMENTS);
  const sums = new Int32Array(buffer, AT.sums, 8);
  vector.set(VECTOR);
  rotate(AT.vector, AT.vector + 2 * ELEMENTS, AT.sums);
  expect([...vector]).toEqual(ROTATED);
  expect(sumOf([...sums.subarray(0, 4)])).toBe(sumOf(VECTOR.map((x) => x * x)));
  const extremes = new Int16Array(buffer, AT.sums + 16, 16);
  expect([Math.min(...extremes.subarray(0, 8)), Math.max(...extremes.subarray(8))]).toEqual([
    Math.min(...ROTATED),
    Math.max(...ROTATED, 0),
  ]);

  const perStep = -NIBBLE_OFFSET / Math.max(...ROTATED.map(Math.abs));
  const packed = ROTATED.map((x) => Math.min(NIBBLE_OFFSET - 1, toEven(x * perStep)));
  pack(AT.vector, AT.vector + 2 * ELEMENTS, AT.row, perStep, AT.sums);
  const row = new Uint8Array(buffer, AT.row, ELEMENTS / 2);
  const half = NIBBLE_GROUP / 2;
  const read = ROTATED.map((_, i) => {
    const byte = row[Math.floor(i / NIBBLE_GROUP) * half + (i % half)] ?? 0;
    return (i % NIBBLE_GROUP < half ? byte & 15 : byte >>> 4) - NIBBLE_OFFSET;
  });
  expect(read).toEqual(packed.map((x) => x + 0));
  expect(sumOf([...sums.subarray(0, 4)])).toBe(sumOf(ROTATED.map((x, i) => x * (packed[i] ?? 0))));
  expect(sumOf([...sums.subarray(4)])).toBe(sumOf(packed.map((x) => x * x)));
});

/** The nearest whole number, of two the even one. */
function toEven(x: number): number {
  const below = Math.floor(x);
  if (x - below !== 0.5) return Math.round(x);
  return below % 2 === 0 ? below : below + 1;
}
