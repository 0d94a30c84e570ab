import { describe, expect, it } from 'vitest';
import { ENTRY, PAGE_BYTES, ScanKernel } from './index.js';

const DIMENSION = 48;
const ROWS = 64;
/** Where things stand in the memory. */
const AT = { rows: 0, scales: 8192, errors: 8448, offsets: 8704, list: 9216, query: 9728, out: 10_240 };
const OFFSET = 64;

/** From −127 to 127, every third row at the ends only. */
const element = (row: number, d: number) => (row % 3 === 0 ? ((row + d * 7) % 5 > 1 ? 127 : -127) : ((row * 37 + d * 101) % 255) - 127);
const scaleOf = (row: number) => 1 / (100 + row);

function filled(kernel: ScanKernel): Float32Array {
  const bytes = new Int8Array(kernel.buffer);
  const floats = new Float32Array(kernel.buffer);
  for (let row = 0; row < ROWS; row++) {
    let sum = 0;
    for (let d = 0; d < DIMENSION; d++) sum += bytes[AT.rows + row * DIMENSION + d] = element(row, d);
    floats[AT.scales / 4 + row] = scaleOf(row);
    floats[AT.errors / 4 + row] = row === 9 ? Number.NEGATIVE_INFINITY : 0.5;
    floats[AT.offsets / 4 + row] = OFFSET * sum;
  }
  new Uint32Array(kernel.buffer, AT.list, ROWS).set(Array.from({ length: ROWS }, (_, row) => ROWS - 1 - row));
  return floats;
}

interface Run {
  readonly isRough: boolean;
  readonly query: readonly number[];
  readonly threshold: number;
}

/** Scores by row, of the groups that were put out. */
function scores(kernel: ScanKernel, { isRough, query, threshold }: Run): ReadonlyMap<number, number> {
  const floats = filled(kernel);
  if (isRough) new Uint8Array(kernel.buffer, AT.query, DIMENSION).set(query.map((x) => x + OFFSET));
  else new Int16Array(kernel.buffer, AT.query, DIMENSION).set(query);
  const scan = isRough ? kernel.roughScan : kernel.scan;
  const end = scan?.(AT.rows, DIMENSION, AT.list, ROWS, AT.scales, AT.errors, AT.query, 0.25, threshold, AT.out, AT.offsets) ?? 0;
  const found = new Map<number, number>();
  for (let at = AT.out; at < end; at += ENTRY) {
    const position = new Uint32Array(kernel.buffer, at, 1)[0] ?? 0;
    for (let lane = 0; lane < 4; lane++) found.set(ROWS - 1 - position - lane, floats[at / 4 + 1 + lane] ?? Number.NaN);
  }
  return found;
}

const MEMORIES = [
  ['a memory of its own', () => ScanKernel.open({ pages: 1, mostPages: 4 })],
  ['a memory that threads share', () => ScanKernel.openShared(1)],
] as const;

describe.each(MEMORIES)('the scans of %s', (_, open) => {
  const kernel = open();
  if (kernel === undefined) throw new Error('This machine has no WebAssembly with SIMD.');

  it.each([
    ['exact', false, 32_000],
    ['rough', true, 63],
  ] as const)('multiply each listed row with the query: %s', (_kind, isRough, most) => {
    const query = Array.from({ length: DIMENSION }, (_x, d) => (d % 4 === 0 ? most : Math.round(most * Math.sin(d))));
    const found = scores(kernel, { isRough, query, threshold: -1e30 });
    expect(found.size).toBe(ROWS);
    for (const [row, score] of found) {
      const product = query.reduce((sum, x, d) => sum + x * element(row, d), 0) * scaleOf(row) * 0.25;
      expect(Math.abs(score - product)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(product)));
    }
  });

  it.each([false, true])('put out only groups of which one may reach the threshold (rough: %s)', (isRough) => {
    const query = Array.from({ length: DIMENSION }, (_x, d) => (d % 2 === 0 ? 60 : -60));
    const all = scores(kernel, { isRough, query, threshold: -1e30 });
    const threshold = [...all.values()].sort((a, b) => b - a)[10] ?? 0;
    const found = scores(kernel, { isRough, query, threshold });
    expect(found.size).toBeLessThan(ROWS);
    for (const [row, score] of all) if (score + 0.5 >= threshold && row !== 9) expect(found.get(row)).toBe(score);
  });
});

it('grows, and keeps what stands in it', () => {
  const kernel = ScanKernel.open({ pages: 1, mostPages: 2 });
  if (kernel !== undefined) new Uint8Array(kernel.buffer)[7] = 9;
  kernel?.grow(1);
  expect(kernel?.buffer.byteLength).toBe(2 * PAGE_BYTES);
  expect(new Uint8Array(kernel?.buffer ?? new ArrayBuffer(8))[7]).toBe(9);
  expect(() => kernel?.grow(1)).toThrow(RangeError);
});
