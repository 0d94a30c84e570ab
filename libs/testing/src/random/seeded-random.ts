/** A small repeatable generator (mulberry32): the same seed gives the same test. */
export class SeededRandom {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 to below `bound`. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}

/** The seed of a random test: `TRIBUTARY_TEST_SEED`, else the clock; printed, so that a failure can be repeated. */
export function testSeed(given: string | undefined): number {
  const seed = given === undefined ? Date.now() % 2_147_483_648 : Number(given);
  console.log(`seed ${seed.toString()}`);
  return seed;
}
