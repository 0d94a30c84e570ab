import { VectorShelf } from './vector-shelf.js';
import type { VectorSlab } from './vector-slab.js';

interface Entered {
  readonly shelf: WeakRef<VectorShelf>;
  readonly slab: WeakRef<VectorSlab>;
  readonly numbers: number;
}

/** Vectors of many owners within one bound, in the order in which they came: the oldest go first, and those of them that were asked for again come anew (the clock
 *  algorithm of Corbató, 1968). Nothing is kept twice, and memory that is left serves what comes next: garbage of this size would stand for a long time. */
export class VectorCache {
  readonly #most: () => number;
  /** The oldest first. What an owner had is forgotten with it. */
  readonly #slabs = new Set<Entered>();
  /** Of the slab that went last. */
  #left: Float32Array | undefined;
  #numbers = 0;
  #isMoving = false;

  /** @param most numbers kept, asked for each time */
  constructor(most: () => number) {
    this.#most = most;
  }

  /** Numbers kept. */
  get most(): number {
    return this.#most();
  }

  /** Whether memory of vectors that went serves others, which begins when the first had to go. */
  get isMoving(): boolean {
    return this.#isMoving;
  }

  /** For another owner. */
  addShelf(): VectorShelf {
    return new VectorShelf(this);
  }

  /** @returns room for as many numbers, whatever stands there */
  take(numbers: number): Float32Array {
    const left = this.#left;
    if (left?.length !== numbers) return new Float32Array(numbers);
    this.#left = undefined;
    return left;
  }

  /** Counts a slab that was begun. */
  enter(shelf: VectorShelf, slab: VectorSlab): void {
    const numbers = slab.values.length;
    this.#slabs.add({ shelf: new WeakRef(shelf), slab: new WeakRef(slab), numbers });
    this.#numbers += numbers;
  }

  /** Lets go what is too much. */
  makeRoom(): void {
    const { most } = this;
    // Each once at most: what came anew meanwhile stays.
    let left = this.#slabs.size;
    for (const entered of this.#slabs) {
      if (this.#numbers <= most || left-- === 0) return;
      this.#isMoving = true;
      this.#slabs.delete(entered);
      this.#numbers -= entered.numbers;
      const slab = entered.slab.deref();
      if (slab === undefined) continue;
      entered.shelf.deref()?.remove(slab);
      // Only now, since what came anew was read from it.
      if (!slab.isLent) this.#left = slab.values;
    }
  }
}
