import { SeededRandom, testSeed } from '@tributary/testing';
import { expect, it } from 'vitest';
import { quantise } from './quantise.js';
import { RowPacker } from './row-packer.js';
import { SimdRowPacker } from './simd-row-packer.js';
import { VectorArena } from './vector-arena.js';

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const arena = VectorArena.open();

/** Spread evenly, nearly alike, all at the ends in many orders, one of them alone, of few sizes so that many lie half-way between two steps, and nothing at all. */
function vectorsOf(dimension: number): readonly Float32Array[] {
  const of = (element: (d: number) => number) => Float32Array.from({ length: dimension }, (_, d) => element(d));
  return [
    ...Array.from({ length: 20 }, () => of(() => random.next() - 0.5)),
    ...Array.from({ length: 5 }, () => of(() => 1 + 0.01 * random.next())),
    ...Array.from({ length: 10 }, (_, n) => of((d) => ((d * 31 + n * 17) % 7 > n % 7 ? 1 : -1))),
    ...[1, -1].map((x) => of(() => x)),
    of((d) => (d === dimension - 1 ? 3 : 0)),
    ...Array.from({ length: 20 }, () => of(() => random.below(4) - 1)),
    of(() => 0),
  ];
}

it.each([1, 17, 64, 65, 100, 128, 129, 256, 384, 3_584, 8_000, 16_000])('packs %i dimensions as plain JavaScript does', (dimension) => {
  if (!arena) throw new Error('This machine has no WebAssembly with SIMD.');
  const block = arena.allocate() ?? -1;
  const [simd, plain] = [new SimdRowPacker(arena, dimension), new RowPacker(dimension)];
  expect(simd.bytes).toBe(plain.bytes);
  for (const vector of vectorsOf(dimension).map((one) => quantise(one))) {
    const [row, expected] = [arena.bytes.subarray(block, block + plain.bytes).fill(0), new Uint8Array(plain.bytes)];
    expect(simd.pack(vector, block)).toEqual(plain.pack(vector, expected));
    expect(Buffer.compare(row, expected)).toBe(0);
  }
});
