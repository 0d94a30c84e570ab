import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { Bitmap } from '../memory/bitmap.js';
import { PlainVectorScan } from './plain-vector-scan.js';
import { cosine, quantise } from './quantise.js';

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const randomVector = (dimension: number, spread = 1) => Float32Array.from({ length: dimension }, () => (random.next() - 0.5) * spread);

function scanOf(vectors: readonly (Float32Array | undefined)[], dimension: number) {
  const scan = new PlainVectorScan(dimension);
  const all = new Bitmap();
  for (const [slot, vector] of vectors.entries()) {
    scan.append(vector && quantise(vector));
    all.add(slot);
  }
  return { scan, all };
}

function best(
  vectors: readonly (Float32Array | undefined)[],
  query: Float32Array,
  admitted: Bitmap,
): readonly { slot: number; score: number }[] {
  return vectors
    .flatMap((vector, slot) => (vector && admitted.has(slot) ? [{ slot, score: cosine(query, vector) }] : []))
    .sort((a, b) => b.score - a.score);
}

describe('quantise', () => {
  it('says how far it is off', () => {
    for (const dimension of [1, 3, 256, 3_584]) {
      const [vector, query] = [randomVector(dimension, 9), randomVector(dimension)];
      const { elements, scale, error } = quantise(vector);
      const length = Math.hypot(...query);
      const approximate = elements.reduce((sum, x, i) => sum + (x * scale * (query[i] ?? 0)) / length, 0);
      expect(Math.abs(approximate - cosine(query, vector))).toBeLessThanOrEqual(error + 1e-6);
      expect(error).toBeLessThan(0.1);
    }
  });

  it('takes the zero vector and the smallest numbers', () => {
    expect(quantise(new Float32Array(3))).toEqual({ elements: new Int8Array(3), scale: 0, error: 0 });
    expect(quantise(Float32Array.from([1e-45, 0])).scale).toBeGreaterThanOrEqual(0);
  });
});

describe('PlainVectorScan', () => {
  it.each([1, 2, 5, 64, 256, 3_584])('nominates all of the best by cosine in %i dimensions', (dimension) => {
    for (const spread of [1, 0.01]) {
      const centre = randomVector(dimension);
      const near = () => randomVector(dimension, spread).map((x, i) => x + (spread < 1 ? (centre[i] ?? 0) : 0));
      const vectors = Array.from({ length: dimension > 1_000 ? 300 : 1_500 }, () => (random.next() < 0.05 ? undefined : near()));
      const { scan, all } = scanOf(vectors, dimension);
      for (let query = 0; query < 5; query++) {
        const vector = near();
        const admitted = query < 2 ? all : new Bitmap(vectors.length);
        if (query >= 2) for (let slot = 0; slot < vectors.length; slot++) if (random.next() < 0.2) admitted.add(slot);
        const limit = 1 + random.below(50);
        const nominated = new Set(scan.nominate(vector, admitted, limit));
        const expected = best(vectors, vector, admitted);
        const cut = expected[limit - 1]?.score ?? -2;
        for (const { slot, score } of expected.slice(0, limit)) expect(nominated.has(slot) || score < cut + 1e-9).toBe(true);
        for (const slot of nominated) expect(admitted.has(slot) && vectors[slot] !== undefined).toBe(true);
      }
    }
  });

  it('nominates little more than what is asked for', () => {
    const vectors = Array.from({ length: 4_000 }, () => randomVector(256));
    const { scan, all } = scanOf(vectors, 256);
    expect(scan.nominate(randomVector(256), all, 100).length).toBeLessThan(400);
  });

  it('nominates nothing where nothing is admitted, or nothing is wanted', () => {
    const { scan, all } = scanOf([randomVector(4), randomVector(4)], 4);
    expect(scan.nominate(randomVector(4), new Bitmap(2), 5)).toEqual([]);
    expect(scan.nominate(randomVector(4), all, 0)).toEqual([]);
  });
});
