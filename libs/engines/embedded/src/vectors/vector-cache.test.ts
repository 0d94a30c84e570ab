import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { VectorCache } from './vector-cache.js';
import type { VectorShelf } from './vector-shelf.js';

const DIMENSION = 8;
const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));

/** Vectors that can be told apart; every seventh slot has none. Counts what is read. */
class Source {
  readonly read: number[] = [];
  readonly shelf: VectorShelf;
  readonly #name: number;

  constructor(cache: VectorCache, name = 0) {
    this.shelf = cache.addShelf();
    this.#name = name;
  }

  vectorOf(slot: number): Float32Array | null {
    return slot % 7 === 6 ? null : new Float32Array(DIMENSION).fill(this.#name * 1_000 + slot);
  }

  get(slot: number): Float32Array | null {
    const known = this.shelf.find(slot);
    if (known !== undefined) return known;
    this.read.push(slot);
    const vector = this.vectorOf(slot);
    this.shelf.keep(slot, vector);
    return vector;
  }
}

describe('VectorCache', () => {
  it('reads a vector once while there is room, and that there is none', () => {
    const cache = new VectorCache(() => 2 ** 20);
    const one = new Source(cache, 0);
    for (const slot of [3, 6, 200, 3, 6, 200]) expect(one.get(slot)).toEqual(one.vectorOf(slot));
    expect(one.read).toEqual([3, 6, 200]);
  });

  it('says the cosine of what it keeps, of none and of what it does not know', () => {
    const one = new Source(new VectorCache(() => 2 ** 20));
    for (const slot of [0, 1, 6]) one.get(slot);
    const query = new Float32Array(DIMENSION).fill(-2);
    query[0] = 0;
    const measuredQuery = { vector: query, length: Math.sqrt(4 * (DIMENSION - 1)) };
    expect(one.shelf.cosine(1, measuredQuery)).toBeCloseTo(-Math.sqrt((DIMENSION - 1) / DIMENSION), 6);
    expect([0, 6, 9].map((slot) => one.shelf.cosine(slot, measuredQuery))).toEqual([0, null, undefined]);
  });

  it('knows of vectors behind slots that have none', () => {
    const cache = new VectorCache(() => 2 ** 20);
    const one = new Source(cache, 0);
    for (const slot of [6, 13, 3, 6, 13, 3]) expect(one.get(slot)).toEqual(one.vectorOf(slot));
    expect(one.read).toEqual([6, 13, 3]);
  });

  it('gives each owner its own vectors, however often it forgets and whatever is asked again', () => {
    const cache = new VectorCache(() => 100 * DIMENSION);
    const sources = [new Source(cache, 0), new Source(cache, 1), new Source(cache, 2)];
    for (let n = 0; n < 5_000; n++) {
      const one = sources[random.below(3)];
      const slot = random.below(150);
      expect(one?.get(slot)).toEqual(one?.vectorOf(slot));
    }
    const reads = sources.reduce((sum, { read }) => sum + read.length, 0);
    expect(reads).toBeGreaterThan(450);
    expect(reads).toBeLessThan(5_000);
  });

  it('keeps as many as there is room for, each once', () => {
    const cache = new VectorCache(() => 64 * DIMENSION);
    const one = new Source(cache, 0);
    const slots = Array.from({ length: 200 }, (_, at) => at).filter((slot) => slot % 7 !== 6);
    for (const slot of slots) one.get(slot);
    const kept = slots.filter((slot) => one.shelf.find(slot) !== undefined);
    // Eight of them go together.
    expect(kept.length).toBeGreaterThan(64 - 8);
    expect(kept).toEqual(slots.slice(-kept.length));
  });

  it('takes the memory of what it forgets for what comes', () => {
    const cache = new VectorCache(() => 64 * DIMENSION);
    const one = new Source(cache, 0);
    const memories = new Set<ArrayBufferLike>();
    for (let slot = 0; slot < 2_000; slot++) {
      one.get(slot);
      const vector = one.shelf.find(slot);
      if (vector) memories.add(vector.buffer);
    }
    // That of the first eight slabs may be in somebody's hands.
    expect(memories.size).toBeLessThanOrEqual((2 * 64) / 8 + 2);
  });

  it('forgets more than comes when there is less room than there was', () => {
    let most = 64 * DIMENSION;
    const cache = new VectorCache(() => most);
    const one = new Source(cache, 0);
    const keptOf = (slots: number) => Array.from({ length: slots }, (_, slot) => slot).filter((slot) => one.shelf.find(slot)).length;
    for (let slot = 0; slot < 100; slot++) one.get(slot);
    most = 24 * DIMENSION;
    one.get(100);
    expect(keptOf(101)).toBeLessThanOrEqual(24);
    for (let slot = 0; slot < 101; slot++) expect(one.get(slot)).toEqual(one.vectorOf(slot));
  });

  it('begins anew for an owner that comes back after all it had has gone', () => {
    const cache = new VectorCache(() => 64 * DIMENSION);
    const [seldom, often] = [new Source(cache, 0), new Source(cache, 1)];
    seldom.get(0);
    for (let slot = 0; slot < 200; slot++) often.get(slot);
    for (const slot of [1, 1, 0, 0]) expect(seldom.get(slot)).toEqual(seldom.vectorOf(slot));
    expect(seldom.read).toEqual([0, 1, 0]);
  });

  it('keeps what is asked for all the time while others come and go', () => {
    const cache = new VectorCache(() => 20 * DIMENSION);
    const one = new Source(cache, 0);
    for (let slot = 10; slot < 500; slot++) {
      one.get(slot);
      one.get(1);
    }
    expect(one.read.filter((slot) => slot === 1)).toEqual([1]);
  });
});
