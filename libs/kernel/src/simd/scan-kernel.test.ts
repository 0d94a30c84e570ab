import { describe, expect, it } from 'vitest';
import { ENTRY, NIBBLE_GROUP, NIBBLE_OFFSET, PAGE_BYTES, ScanKernel } from './index.js';
import type { Multiplication } from './scan-module.js';

const DIMENSION = 384;
const HALF = NIBBLE_GROUP / 2;
const ROWS = 64;
/** Where things stand in the memory. */
const AT = { rows: 0, scales: 24_576, errors: 25_600, list: 26_624, query: 27_648, out: 28_672 };
const MULTIPLICATIONS: readonly Multiplication[] = ['bytes', 'nibbles', 'relaxed-nibbles'];
const RANGES = { bytes: { least: -127, most: 127, query: 32_767 }, nibbles: { least: -8, most: 7, query: 127 } };
const rangeOf = (multiplication: Multiplication) => RANGES[multiplication === 'bytes' ? 'bytes' : 'nibbles'];

/** From the least to the most, every third row at the ends only. */
function element(multiplication: Multiplication, row: number, d: number): number {
  const { least, most } = rangeOf(multiplication);
  if (row % 3 === 0) return (row + d * 7) % 5 > 1 ? most : least;
  return ((row * 37 + d * 101) % (most - least + 1)) + least;
}
const scaleOf = (row: number) => 1 / (100 + row);

function fillRow(bytes: Uint8Array, multiplication: Multiplication, row: number): void {
  for (let d = 0; d < DIMENSION; d++) {
    const x = element(multiplication, row, d);
    if (multiplication === 'bytes') bytes[row * DIMENSION + d] = x;
    else {
      const at = (row * DIMENSION) / 2 + Math.floor(d / NIBBLE_GROUP) * HALF + (d % HALF);
      bytes[at] = (bytes[at] ?? 0) | ((x + NIBBLE_OFFSET) << (d % NIBBLE_GROUP < HALF ? 0 : 4));
    }
  }
}

function filled(kernel: ScanKernel, multiplication: Multiplication): Float32Array {
  const bytes = new Uint8Array(kernel.buffer);
  const floats = new Float32Array(kernel.buffer);
  bytes.fill(0);
  for (let row = 0; row < ROWS; row++) {
    fillRow(bytes, multiplication, row);
    floats[AT.scales / 4 + row] = scaleOf(row);
    floats[AT.errors / 4 + row] = row === 9 ? Number.NEGATIVE_INFINITY : 0.5;
  }
  new Uint32Array(kernel.buffer, AT.list, ROWS).set(Array.from({ length: ROWS }, (_, row) => ROWS - 1 - row));
  return floats;
}

interface Run {
  readonly multiplication: Multiplication;
  readonly query: readonly number[];
  readonly threshold: number;
  readonly together?: number;
}

/** Scores by row, of the groups that were put out. */
function scores(kernel: ScanKernel, { multiplication, query, threshold, together = 0 }: Run): ReadonlyMap<number, number> {
  const floats = filled(kernel, multiplication);
  const isBytes = multiplication === 'bytes';
  if (isBytes) new Int16Array(kernel.buffer, AT.query, DIMENSION).set(query);
  else new Int8Array(kernel.buffer, AT.query, DIMENSION).set(query);
  const excess = isBytes ? 0 : NIBBLE_OFFSET * query.reduce((sum, x) => sum + x, 0);
  const stride = isBytes ? DIMENSION : DIMENSION / 2;
  const end = kernel.scan(AT.rows, stride, AT.list, ROWS, AT.scales, AT.errors, AT.query, 0.25, threshold, AT.out, excess, together);
  const found = new Map<number, number>();
  for (let at = AT.out; at < end; at += ENTRY) {
    const position = new Uint32Array(kernel.buffer, at, 1)[0] ?? 0;
    for (let lane = 0; lane < 4; lane++) found.set(ROWS - 1 - position - lane, floats[at / 4 + 1 + lane] ?? Number.NaN);
  }
  return found;
}

const MEMORIES = MULTIPLICATIONS.flatMap((multiplication) => [
  [multiplication, 'of its own', { pages: 1, mostPages: 4, isShared: false }] as const,
  [multiplication, 'that threads share', { pages: 1, mostPages: 1, isShared: true }] as const,
]);

describe.each(MEMORIES)('the scan of %s in a memory %s', (multiplication, _, memory) => {
  const kernel = ScanKernel.open(memory, [multiplication]);
  if (kernel === undefined) throw new Error('This machine has no WebAssembly with SIMD.');
  const { query: most } = rangeOf(multiplication);

  it('multiplies each listed row with the query', () => {
    for (const query of [(d: number) => (d % 4 === 0 ? most : Math.round(most * Math.sin(d))), () => most, () => -most]) {
      const elements = Array.from({ length: DIMENSION }, (_x, d) => query(d));
      const found = scores(kernel, { multiplication, query: elements, threshold: -1e30 });
      expect(found.size).toBe(ROWS);
      for (const [row, score] of found) {
        const product = elements.reduce((sum, x, d) => sum + x * element(multiplication, row, d), 0) * scaleOf(row) * 0.25;
        expect(Math.abs(score - product)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(product)));
      }
    }
  });

  it('puts out the same whatever number of rows is fetched together', () => {
    const query = Array.from({ length: DIMENSION }, (_x, d) => Math.round(most * Math.cos(d)));
    const run = { multiplication, query, threshold: 0.4 };
    const one = scores(kernel, run);
    expect(one.size).toBeGreaterThan(4);
    for (const together of [4, 8, 32, 64, 128]) expect(scores(kernel, { ...run, together })).toEqual(one);
  });

  it('puts out only groups of which one may reach the threshold', () => {
    const query = Array.from({ length: DIMENSION }, (_x, d) => (d % 2 === 0 ? 60 : -60));
    const all = scores(kernel, { multiplication, query, threshold: -1e30 });
    const threshold = [...all.values()].sort((a, b) => b - a)[10] ?? 0;
    const found = scores(kernel, { multiplication, query, threshold });
    expect(found.size).toBeLessThan(ROWS);
    for (const [row, score] of all) if (score + 0.5 >= threshold && row !== 9) expect(found.get(row)).toBe(score);
  });
});

it('takes the first multiplication that the runtime has, and nothing where it has none', () => {
  const memory = { pages: 1, mostPages: 1, isShared: false };
  expect(ScanKernel.open(memory, [])).toBeUndefined();
  expect(ScanKernel.open({ ...memory, pages: 2 ** 20 }, MULTIPLICATIONS)).toBeUndefined();
  expect(ScanKernel.open(memory, MULTIPLICATIONS)?.scan).toBeTypeOf('function');
});

it('grows, and keeps what stands in it', () => {
  const kernel = ScanKernel.open({ pages: 1, mostPages: 2, isShared: false }, MULTIPLICATIONS);
  if (kernel !== undefined) new Uint8Array(kernel.buffer)[7] = 9;
  kernel?.grow(1);
  expect(kernel?.buffer.byteLength).toBe(2 * PAGE_BYTES);
  expect(new Uint8Array(kernel?.buffer ?? new ArrayBuffer(8))[7]).toBe(9);
  expect(() => kernel?.grow(1)).toThrow(RangeError);
});
