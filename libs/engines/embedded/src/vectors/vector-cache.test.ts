import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { VectorCache } from './vector-cache.js';

const DIMENSION = 8;
const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));

/** Vectors that can be told apart; every seventh slot has none. Counts what is read. */
class Source {
  readonly read: number[] = [];
  readonly #name: number;

  constructor(name: number) {
    this.#name = name;
  }

  vectorOf(slot: number): Float32Array | null {
    return slot % 7 === 6 ? null : new Float32Array(DIMENSION).fill(this.#name * 1_000 + slot);
  }

  get(cache: VectorCache, slot: number): Float32Array | null {
    const known = cache.find(this, slot);
    if (known !== undefined) return known;
    this.read.push(slot);
    return cache.keep(this, slot, this.vectorOf(slot));
  }
}

describe('VectorCache', () => {
  it('reads a vector once while there is room, and that there is none', () => {
    const cache = new VectorCache();
    const one = new Source(0);
    for (const slot of [3, 6, 200, 3, 6, 200]) expect(one.get(cache, slot)).toEqual(one.vectorOf(slot));
    expect(one.read).toEqual([3, 6, 200]);
  });

  it('knows of vectors behind slots that have none', () => {
    const cache = new VectorCache();
    const one = new Source(0);
    for (const slot of [6, 13, 3, 6, 13, 3]) expect(one.get(cache, slot)).toEqual(one.vectorOf(slot));
    expect(one.read).toEqual([6, 13, 3]);
  });

  it('gives each owner its own vectors, however often it forgets and whatever is asked again', () => {
    const cache = new VectorCache(100 * DIMENSION);
    const sources = [new Source(0), new Source(1), new Source(2)];
    for (let n = 0; n < 5_000; n++) {
      const one = sources[random.below(3)];
      const slot = random.below(150);
      expect(one?.get(cache, slot)).toEqual(one?.vectorOf(slot));
    }
    const reads = sources.reduce((sum, { read }) => sum + read.length, 0);
    expect(reads).toBeGreaterThan(450);
    expect(reads).toBeLessThan(5_000);
  });

  it('keeps as many as there is room for, each once, and changes none that somebody holds', () => {
    const cache = new VectorCache(64 * DIMENSION);
    const one = new Source(0);
    const slots = Array.from({ length: 200 }, (_, at) => at).filter((slot) => slot % 7 !== 6);
    const held = slots.map((slot) => one.get(cache, slot));
    const kept = slots.filter((slot) => cache.find(one, slot) !== undefined);
    // Eight of them go together.
    expect(kept.length).toBeGreaterThan(64 - 8);
    expect(kept).toEqual(slots.slice(-kept.length));
    expect(held).toEqual(slots.map((slot) => one.vectorOf(slot)));
  });

  it('begins anew for an owner that comes back after all it had has gone', () => {
    const cache = new VectorCache(64 * DIMENSION);
    const [seldom, often] = [new Source(0), new Source(1)];
    seldom.get(cache, 0);
    for (let slot = 0; slot < 200; slot++) often.get(cache, slot);
    for (const slot of [1, 1, 0, 0]) expect(seldom.get(cache, slot)).toEqual(seldom.vectorOf(slot));
    expect(seldom.read).toEqual([0, 1, 0]);
  });

  it('keeps what is asked for all the time while others come and go', () => {
    const cache = new VectorCache(20 * DIMENSION);
    const one = new Source(0);
    for (let slot = 10; slot < 500; slot++) {
      one.get(cache, slot);
      one.get(cache, 1);
    }
    expect(one.read.filter((slot) => slot === 1)).toEqual([1]);
  });
});
