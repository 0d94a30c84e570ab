import { Uint32Column } from '../memory/columns.js';

/** Numbers kept at most, 96 MB. */
const MOST_KEPT = 3 * 2 ** 23;
/** Vectors of a slab at most; of a small cache fewer, so that it has some slabs. */
const SLAB_ROWS = 64;
const FEWEST_SLABS = 8;
/** Of a slab that goes, the share of its vectors that may stay. */
const STAYING = 1 / 2;
/** Places in a shelf: not known, known to have no vector, else the row behind these two. */
const [UNKNOWN, NONE, FIRST] = [0, 1, 2];

/** Vectors of one owner that came one after the other, in memory that never moves and is never used again: who holds one may keep it. */
class Slab {
  readonly shelf: Shelf;
  /** Its number on the shelf. */
  readonly number: number;
  readonly slots: Uint32Array;
  readonly #dimension: number;
  readonly #values: Float32Array;
  /** 1 for those that were asked for again. */
  readonly #wanted: Uint8Array;
  #length = 0;

  constructor({ shelf, number, rows, dimension }: Pick<Slab, 'shelf' | 'number'> & { readonly rows: number; readonly dimension: number }) {
    this.shelf = shelf;
    this.number = number;
    this.slots = new Uint32Array(rows);
    this.#dimension = dimension;
    this.#wanted = new Uint8Array(rows);
    this.#values = new Float32Array(rows * dimension);
  }

  /** Numbers it has room for. */
  get numbers(): number {
    return this.#values.length;
  }

  get isFull(): boolean {
    return this.#length === this.slots.length;
  }

  /** Rows that may stay when it goes. */
  get wanted(): readonly number[] {
    const most = Math.floor(this.slots.length * STAYING);
    return [...this.#wanted.keys()].filter((row) => this.#wanted[row] === 1).slice(0, most);
  }

  /** @returns its row */
  push(slot: number, vector: Float32Array): number {
    const row = this.#length++;
    this.slots[row] = slot;
    this.vectorAt(row).set(vector);
    return row;
  }

  want(row: number): Float32Array {
    this.#wanted[row] = 1;
    return this.vectorAt(row);
  }

  vectorAt(row: number): Float32Array {
    return this.#values.subarray(row * this.#dimension, (row + 1) * this.#dimension);
  }
}

/** The vectors of one owner by slot: no object and no allocation each. */
class Shelf {
  readonly #most: number;
  readonly #places = new Uint32Column();
  readonly #slabs: (Slab | undefined)[] = [];
  readonly #freeNumbers: number[] = [];
  /** Vectors of a slab, once one is known. */
  #rows = 1;
  #filled: Slab | undefined;

  /** @param most numbers kept of all owners */
  constructor(most: number) {
    this.#most = most;
  }

  /** Null where the slot is known to have none, undefined where it is not known. */
  get(slot: number): Float32Array | null | undefined {
    const place = this.#places.at(slot);
    if (place === UNKNOWN) return undefined;
    if (place === NONE) return null;
    const row = place - FIRST;
    return this.#slabs[Math.floor(row / this.#rows)]?.want(row % this.#rows);
  }

  putNone(slot: number): void {
    this.#places.set(slot, NONE);
  }

  /** @param onOpened hears of the slab that was begun for it @returns the copy that is kept */
  put(slot: number, vector: Float32Array, onOpened: (slab: Slab) => void): Float32Array {
    const slab = this.#filled === undefined || this.#filled.isFull ? this.#open(vector.length, onOpened) : this.#filled;
    const row = slab.push(slot, vector);
    this.#places.set(slot, slab.number * this.#rows + row + FIRST);
    return slab.vectorAt(row);
  }

  remove(slab: Slab): void {
    for (const slot of slab.slots) if (this.#isIn(slab, slot)) this.#places.set(slot, UNKNOWN);
    this.#slabs[slab.number] = undefined;
    this.#freeNumbers.push(slab.number);
    if (this.#filled === slab) this.#filled = undefined;
  }

  #open(dimension: number, onOpened: (slab: Slab) => void): Slab {
    this.#rows = Math.min(SLAB_ROWS, Math.max(1, Math.floor(this.#most / dimension / FEWEST_SLABS)));
    const number = this.#freeNumbers.pop() ?? this.#slabs.length;
    const slab = new Slab({ shelf: this, number, rows: this.#rows, dimension });
    this.#slabs[number] = slab;
    this.#filled = slab;
    onOpened(slab);
    return slab;
  }

  #isIn({ number }: Slab, slot: number): boolean {
    const place = this.#places.at(slot);
    return place >= FIRST && Math.floor((place - FIRST) / this.#rows) === number;
  }
}

/** Vectors of many owners within one bound, in the order in which they came: the oldest go first, and those of them that were asked for again come anew (the clock
 *  algorithm of Corbató, 1968). Nothing is kept twice. */
export class VectorCache {
  readonly #most: number;
  readonly #shelves = new WeakMap<object, Shelf>();
  /** The oldest first. What an owner had is forgotten with it. */
  readonly #slabs = new Set<{ readonly slab: WeakRef<Slab>; readonly numbers: number }>();
  #numbers = 0;
  readonly #enter = (slab: Slab): void => {
    const { numbers } = slab;
    this.#slabs.add({ slab: new WeakRef(slab), numbers });
    this.#numbers += numbers;
  };

  /** @param most numbers kept */
  constructor(most = MOST_KEPT) {
    this.#most = most;
  }

  /** The vector of a slot, which must not be changed: null where it is known to have none, undefined where it is not known. All vectors of an owner
   *  have one length. */
  find(owner: object, slot: number): Float32Array | null | undefined {
    return this.#shelves.get(owner)?.get(slot);
  }

  /** Keeps a copy. @returns it */
  keep(owner: object, slot: number, vector: Float32Array | null): Float32Array | null {
    const shelf = this.#shelves.get(owner) ?? new Shelf(this.#most);
    this.#shelves.set(owner, shelf);
    if (vector === null) {
      shelf.putNone(slot);
      return null;
    }
    const kept = shelf.put(slot, vector, this.#enter);
    if (this.#numbers > this.#most) this.#makeRoom();
    return kept;
  }

  #makeRoom(): void {
    // Each once at most: what came anew meanwhile stays.
    let left = this.#slabs.size;
    for (const entry of this.#slabs) {
      if (this.#numbers <= this.#most || left-- === 0) return;
      this.#slabs.delete(entry);
      this.#numbers -= entry.numbers;
      const slab = entry.slab.deref();
      slab?.shelf.remove(slab);
      for (const row of slab?.wanted ?? []) slab?.shelf.put(slab.slots[row] ?? 0, slab.vectorAt(row), this.#enter);
    }
  }
}
