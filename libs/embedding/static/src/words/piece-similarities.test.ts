import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { ROWS_AT_ONCE } from '../model/model-memory.js';
import { loadModel } from '../model/model-tables.js';
import { SHIPPED_MODEL } from '../model/shipped-model.js';
import { PlainPieceSimilarities, ScannedPieceSimilarities } from './piece-similarities.js';

const { tables, memory } = loadModel(SHIPPED_MODEL);
if (memory === undefined) throw new Error('This machine has no WebAssembly with SIMD.');
const plain = new PlainPieceSimilarities(tables);
const scanned = new ScannedPieceSimilarities(tables, memory);
const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));

function compared(ways: readonly (typeof plain | typeof scanned)[], piece: number, others: Int32Array): readonly Float32Array[] {
  return ways.map((way) => {
    const matches = new Float32Array(others.length).fill(9);
    way.compare(piece, others, matches);
    return matches;
  });
}

describe('comparing a piece by the scan', () => {
  it.each([0, 1, 3, 5, 800, ROWS_AT_ONCE, ROWS_AT_ONCE + 2])('gives what plain JavaScript gives, among %i others', (count) => {
    for (let round = 0; round < 3; round++) {
      const others = Int32Array.from(new Set(Array.from({ length: count }, () => random.below(tables.rows))));
      const piece = others[random.below(Math.max(1, others.length))] ?? 7;
      const [expected = new Float32Array(0), given = new Float32Array(0)] = compared([plain, scanned], piece, others);
      for (const [at, match] of given.entries()) expect(match).toBeCloseTo(expected[at] ?? 9, 5);
      if (others.includes(piece)) expect(given[others.indexOf(piece)]).toBe(1);
    }
  });

  it('takes rows of zeros, which are like nothing but themselves', () => {
    const zeros = Array.from({ length: tables.rows }, (_, row) => row).find((row) =>
      tables.values.subarray(row * tables.dimension, (row + 1) * tables.dimension).every((value) => value === 0),
    );
    expect(zeros).toBeDefined();
    const others = Int32Array.of(zeros ?? 0, 2000, 2001);
    expect(compared([plain, scanned], zeros ?? 0, others)).toEqual([Float32Array.of(1, 0, 0), Float32Array.of(1, 0, 0)]);
  });

  it('finds pieces that are alike, and leaves the matrix as it was', () => {
    const before = tables.values.slice();
    const every = Int32Array.from({ length: tables.rows }, (_, row) => row);
    const [matches = new Float32Array(0)] = compared([scanned], 2000, every);
    expect(matches.filter((match) => match > 0 && match < 1).length).toBeGreaterThan(0);
    expect(matches.filter((match) => match === 0).length).toBeGreaterThan(tables.rows * 0.9);
    expect(tables.values.every((value, at) => value === before[at])).toBe(true);
  });
});
