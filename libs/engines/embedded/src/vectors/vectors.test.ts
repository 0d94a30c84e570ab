import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { Bitmap } from '../memory/bitmap.js';
import { openVectorScan } from './open-vector-scan.js';
import type { Nominees } from './nominees.js';
import { PlainVectorScan } from './plain-vector-scan.js';
import { cosine, quantise } from './quantise.js';
import { ScanQuery, bestOf } from './scan-query.js';
import { SimdVectorScan } from './simd-vector-scan.js';
import { BLOCK_BYTES, VectorArena } from './vector-arena.js';
import type { VectorScan } from './vector-scan.js';

type Vectors = readonly (Float32Array | undefined)[];

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const randomVector = (dimension: number, spread = 1) => Float32Array.from({ length: dimension }, () => (random.next() - 0.5) * spread);

function opened(mostBlocks?: number): VectorArena {
  const arena = VectorArena.open(mostBlocks);
  if (!arena) throw new Error('This machine has no WebAssembly with SIMD.');
  return arena;
}

const arena = opened();
const SCANS = [
  ['PlainVectorScan', (dimension: number) => new PlainVectorScan(dimension)],
  ['SimdVectorScan', (dimension: number) => new SimdVectorScan(arena, dimension)],
] as const;

function fill<S extends VectorScan>(scan: S, vectors: Vectors): S {
  for (const vector of vectors) scan.append(vector && quantise(vector));
  return scan;
}

function subset(length: number, share: number): Bitmap {
  const admitted = new Bitmap(length);
  for (let slot = 0; slot < length; slot++) if (random.next() < share) admitted.add(slot);
  return admitted;
}

function best(vectors: Vectors, query: Float32Array, admitted: Bitmap): readonly { slot: number; score: number }[] {
  return vectors
    .flatMap((vector, slot) => (vector && admitted.has(slot) ? [{ slot, score: cosine(query, vector) }] : []))
    .sort((a, b) => b.score - a.score || a.slot - b.slot);
}

interface Nominee {
  readonly slot: number;
  readonly score: number;
}

/** What a scan of one collection nominates, the greatest first. */
function nominated(scan: VectorScan, query: Float32Array, { admitted, limit }: { admitted: Bitmap; limit: number }): readonly Nominee[] {
  const scanned = new ScanQuery(query);
  return inOrder(scanned, scan.nominate(scanned, admitted, bestOf(limit)));
}

function inOrder({ room }: ScanQuery, nominees: Nominees): readonly Nominee[] {
  const found: Nominee[] = [];
  room.forEachGreatest([nominees.range()], (_, place) => found.push({ slot: room.slotAt(place), score: room.scoreAt(place) }));
  return found;
}

/** The best of the nominated slots by the exact cosine. */
function rescored(
  scan: VectorScan,
  vectors: Vectors,
  { query, admitted, limit }: { query: Float32Array; admitted: Bitmap; limit: number },
) {
  const slots = new Bitmap(vectors.length);
  for (const { slot } of nominated(scan, query, { admitted, limit })) slots.add(slot);
  return best(vectors, query, slots).slice(0, limit);
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

describe.each(SCANS)('%s', (_, create) => {
  it.each([1, 2, 5, 17, 64, 256, 3_584])('nominates all of the best by cosine in %i dimensions', (dimension) => {
    for (const spread of [1, 0.01]) {
      const centre = randomVector(dimension);
      const near = () => randomVector(dimension, spread).map((x, i) => x + (spread < 1 ? (centre[i] ?? 0) : 0));
      const vectors = Array.from({ length: dimension > 1_000 ? 300 : 1_500 }, () => (random.next() < 0.05 ? undefined : near()));
      const scan = fill(create(dimension), vectors);
      for (let round = 0; round < 5; round++) {
        const query = near();
        const admitted = round < 2 ? Bitmap.full(vectors.length) : subset(vectors.length, 0.2);
        const limit = 1 + random.below(50);
        const found = nominated(scan, query, { admitted, limit });
        const mostOf = new Map(found.map(({ slot, score }) => [slot, score]));
        const expected = best(vectors, query, admitted);
        const cut = expected[limit - 1]?.score ?? -2;
        for (const { slot, score } of expected.slice(0, limit)) expect(mostOf.has(slot) || score < cut + 1e-9).toBe(true);
        for (const { slot, score } of expected) expect(mostOf.get(slot) ?? 2).toBeGreaterThanOrEqual(score);
        expect(found.every(({ slot }) => admitted.has(slot) && vectors[slot] !== undefined)).toBe(true);
        for (const [at, { score }] of found.entries()) expect(score).toBeLessThan((found[at - 1]?.score ?? 9) + 1e-5);
      }
    }
  });

  it('nominates little more than what is asked for', () => {
    const vectors = Array.from({ length: 4_000 }, () => randomVector(256));
    const scan = fill(create(256), vectors);
    expect(nominated(scan, randomVector(256), { admitted: Bitmap.full(vectors.length), limit: 100 }).length).toBeLessThan(1_000);
  });

  it('names the fewer, the better what other collections of the search have', () => {
    const query = randomVector(256);
    const near = () => query.map((x) => x + (random.next() - 0.5) * 0.1);
    const [far, nearer] = [Array.from({ length: 4_000 }, () => randomVector(256)), Array.from({ length: 4_000 }, near)];
    const [all, scanned] = [Bitmap.full(4_000), new ScanQuery(query)];
    const alone = nominated(fill(create(256), far), query, { admitted: all, limit: 100 });
    const goal = bestOf(100);
    const looked = [far, nearer].map((vectors) => fill(create(256), vectors).nominate(scanned, all, goal));
    const [ofFar, ofNearer] = looked.map((nominees) => inOrder(scanned, nominees));
    expect(alone.length).toBeGreaterThanOrEqual(100);
    expect(ofFar).toEqual([]);
    expect(ofNearer?.length).toBeGreaterThanOrEqual(100);
  });

  it('nominates nothing where nothing is admitted, or nothing is wanted', () => {
    const scan = fill(create(4), [randomVector(4), randomVector(4), undefined]);
    expect(nominated(scan, randomVector(4), { admitted: new Bitmap(2), limit: 5 })).toEqual([]);
    expect(nominated(scan, randomVector(4), { admitted: Bitmap.full(3), limit: 0 })).toEqual([]);
    expect(nominated(scan, randomVector(4), { admitted: Bitmap.full(3), limit: 5 })).toHaveLength(2);
    expect(nominated(create(4), randomVector(4), { admitted: new Bitmap(), limit: 5 })).toEqual([]);
  });

  it('nominates no end of equal vectors only as far as the limit needs', () => {
    const vector = randomVector(16);
    const vectors = Array.from({ length: 20_000 }, () => vector);
    const found = nominated(fill(create(16), vectors), vector, { admitted: Bitmap.full(vectors.length), limit: 10 });
    expect(new Set(found.map(({ slot }) => slot)).size).toBe(found.length);
    expect(found.length).toBe(4_096);
  });
});

describe('SimdVectorScan', () => {
  it('answers like the plain scan while points come and go, whatever share of them a filter admits', () => {
    for (const dimension of [64, 100, 384]) {
      const vectors: (Float32Array | undefined)[] = [];
      const live = new Bitmap();
      const [simd, plain] = [new SimdVectorScan(arena, dimension), new PlainVectorScan(dimension)];
      for (let round = 0; round < 4; round++) {
        const added = Array.from({ length: 500 + random.below(1_500) }, () => {
          const choice = random.next();
          return choice < 0.03 ? undefined : choice < 0.06 ? new Float32Array(dimension) : randomVector(dimension, 10 ** random.below(5));
        });
        fill(simd, added);
        fill(plain, added);
        for (const vector of added) live.add(vectors.push(vector) - 1);
        subset(vectors.length, 0.2).forEach((slot) => {
          live.remove(slot);
        });
        for (const share of [1, 0.8, 0.5, 0.1, 0.01, 0.001]) {
          const admitted = subset(vectors.length, share).intersect(live);
          const query = random.next() < 0.1 ? new Float32Array(dimension) : randomVector(dimension);
          const request = { query, admitted, limit: 1 + random.below(120) };
          expect(rescored(simd, vectors, request)).toEqual(rescored(plain, vectors, request));
          expect(rescored(simd, vectors, request)).toHaveLength(Math.min(request.limit, best(vectors, query, admitted).length));
        }
      }
    }
  });

  it('scores extreme elements as the plain scan does', () => {
    for (const dimension of [16, 4_096]) {
      const vectors = [1, -1, 0.5].map((x) => new Float32Array(dimension).fill(x));
      const [simd, plain] = SCANS.map(([, create]) =>
        nominated(fill(create(dimension), vectors), new Float32Array(dimension).fill(1), { admitted: Bitmap.full(3), limit: 3 }),
      );
      expect(simd?.map(({ slot }) => slot).sort()).toEqual([0, 1, 2]);
      for (const { slot, score } of simd ?? []) expect(score).toBeCloseTo(plain?.find((other) => other.slot === slot)?.score ?? 9, 6);
    }
  });

  it('finds the best among extreme elements, where sums are as large as they can be', () => {
    for (const dimension of [16, 4_096]) {
      const signs = (n: number) => Float32Array.from({ length: dimension }, (_, d) => (n === 0 || (d * 31 + n * 17) % 7 > n % 7 ? 1 : -1));
      const distinct = Array.from({ length: 50 }, (_, n) => ({ vector: signs(n), quantised: quantise(signs(n)) }));
      const stored = Array.from({ length: 42 }, () => distinct).flat();
      const vectors = stored.map(({ vector }) => vector);
      const scans = SCANS.map(([, create]) => {
        const scan = create(dimension);
        for (const { quantised } of stored) scan.append(quantised);
        return scan;
      });
      for (const query of [signs(0), signs(0).map((x) => -x), signs(3)]) {
        const request = { query, admitted: Bitmap.full(vectors.length), limit: 60 };
        const [simd, plain] = scans.map((scan) => rescored(scan, vectors, request));
        expect(simd?.map(({ score }) => score)).toEqual(plain?.map(({ score }) => score));
      }
    }
  });

  it('goes on in plain JavaScript when the memory is full, and gives its blocks to others', () => {
    const small = opened(4);
    const first = fill(new SimdVectorScan(small, 256), [randomVector(256)]);
    const vectors = Array.from({ length: 5_000 }, () => randomVector(256));
    const [full, plain] = [fill(new SimdVectorScan(small, 256), vectors), fill(new PlainVectorScan(256), vectors)];
    const request = { query: randomVector(256), admitted: Bitmap.full(vectors.length), limit: 20 };
    expect(rescored(full, vectors, request)).toEqual(rescored(plain, vectors, request));
    expect([small.allocate(), small.allocate(), small.allocate()].map((block) => block !== undefined)).toEqual([true, true, false]);
    expect(nominated(first, randomVector(256), { admitted: Bitmap.full(1), limit: 1 })).toHaveLength(1);
  });

  it('takes rows as long as a block has room for 32 of them', () => {
    expect([1, 256, 3_584, 8_000, 100_000].map((dimension) => SimdVectorScan.takes(dimension))).toEqual([true, true, true, true, false]);
    expect(openVectorScan(256)).toBeInstanceOf(SimdVectorScan);
    expect(openVectorScan(100_000)).toBeInstanceOf(PlainVectorScan);
  });
});

describe('VectorArena', () => {
  it('hands blocks out again, zeroed', () => {
    const small = opened(3);
    const blocks = [small.allocate() ?? -1, small.allocate() ?? -1];
    expect([...blocks, small.allocate()]).toEqual([BLOCK_BYTES, 2 * BLOCK_BYTES, undefined]);
    small.bytes.fill(7, BLOCK_BYTES, 3 * BLOCK_BYTES);
    expect(small.usedBytes).toBe(2 * BLOCK_BYTES);
    small.release(blocks);
    expect(small.usedBytes).toBe(0);
    expect(blocks).toEqual([]);
    const again = small.allocate() ?? -1;
    expect(small.bytes.subarray(again, again + BLOCK_BYTES).every((byte) => byte === 0)).toBe(true);
  });

  it('keeps what was written when the memory grows', () => {
    const growing = opened();
    const vectors = Array.from({ length: 40_000 }, () => randomVector(256));
    const scan = fill(new SimdVectorScan(growing, 256), vectors);
    expect(growing.bytes.length).toBeGreaterThan(20 * BLOCK_BYTES);
    const request = { query: randomVector(256), admitted: Bitmap.full(vectors.length), limit: 10 };
    expect(rescored(scan, vectors, request)).toEqual(best(vectors, request.query, request.admitted).slice(0, 10));
  });
});
