import { Bitmap } from '../memory/bitmap.js';
import { Uint32Column } from '../memory/columns.js';
import { cosineAt, type MeasuredVector } from './quantise.js';
import { VectorSlab } from './vector-slab.js';

/** Vectors of a slab at most; of a small cache fewer, so that it has some slabs. */
const SLAB_ROWS = 64;
const FEWEST_SLABS = 8;
/** Places: not known, else the row behind that. */
const [UNKNOWN, FIRST] = [0, 1];

/** The cache of all shelves. */
interface SlabRoom {
  /** Numbers kept. */
  readonly most: number;
  readonly isMoving: boolean;
  /** @returns room for as many numbers, whatever stands there */
  take(numbers: number): Float32Array;
  /** Counts a slab that was begun. */
  enter(shelf: VectorShelf, slab: VectorSlab): void;
  /** Lets go what is too much. */
  makeRoom(): void;
}

/** What a cache keeps of one owner's vectors, by slot: all of one length, no object and no allocation each. */
export class VectorShelf {
  readonly #cache: SlabRoom;
  readonly #places = new Uint32Column();
  /** Slots known to have no vector: often all of them. */
  readonly #empty = new Bitmap();
  readonly #slabs: (VectorSlab | undefined)[] = [];
  readonly #freeNumbers: number[] = [];
  /** Vectors of a slab, once the first was opened. */
  #rows = 0;
  #filled: VectorSlab | undefined;

  constructor(cache: SlabRoom) {
    this.#cache = cache;
  }

  /** The vector of a slot, which must not be changed, and once the cache is `isMoving` may be another one after the next `keep` of any owner: null where it is known to have none,
   *  undefined where it is not known. */
  find(slot: number): Float32Array | null | undefined {
    const place = this.#places.at(slot);
    if (place === UNKNOWN) return this.#ofUnknown(slot);
    const row = (place - FIRST) % this.#rows;
    const slab = this.#slabOf(place);
    if (slab === undefined) return undefined;
    slab.want(row);
    if (!this.#cache.isMoving) slab.isLent = true;
    return slab.vectorAt(row);
  }

  /** Cosine of that vector with another one; null and undefined as of `find`. */
  cosine(slot: number, query: MeasuredVector): number | null | undefined {
    const place = this.#places.at(slot);
    if (place === UNKNOWN) return this.#ofUnknown(slot);
    const row = (place - FIRST) % this.#rows;
    const slab = this.#slabOf(place);
    slab?.want(row);
    return slab && cosineAt(slab.values, slab.startOf(row), query);
  }

  /** Keeps a copy of a vector, or that there is none. */
  keep(slot: number, vector: Float32Array | null): void {
    if (vector === null) this.#empty.add(slot);
    else this.#put(slot, vector);
    this.#cache.makeRoom();
  }

  /** Takes a slab out, but for what was asked for again, which comes anew. */
  remove(slab: VectorSlab): void {
    for (const slot of slab.slots) if (this.#isIn(slab, slot)) this.#places.set(slot, UNKNOWN);
    this.#slabs[slab.number] = undefined;
    this.#freeNumbers.push(slab.number);
    if (this.#filled === slab) this.#filled = undefined;
    for (const row of slab.wanted) this.#put(slab.slots[row] ?? 0, slab.vectorAt(row));
  }

  #put(slot: number, vector: Float32Array): void {
    const slab = this.#filled === undefined || this.#filled.isFull ? this.#open(vector.length) : this.#filled;
    this.#places.set(slot, slab.number * this.#rows + slab.push(slot, vector) + FIRST);
  }

  #open(dimension: number): VectorSlab {
    this.#rows ||= Math.min(SLAB_ROWS, Math.max(1, Math.floor(this.#cache.most / dimension / FEWEST_SLABS)));
    const number = this.#freeNumbers.pop() ?? this.#slabs.length;
    const slab = new VectorSlab({ number, rows: this.#rows, dimension, values: this.#cache.take(this.#rows * dimension) });
    this.#slabs[number] = slab;
    this.#filled = slab;
    this.#cache.enter(this, slab);
    return slab;
  }

  #slabOf(place: number): VectorSlab | undefined {
    return this.#slabs[Math.floor((place - FIRST) / this.#rows)];
  }

  #ofUnknown(slot: number): null | undefined {
    return this.#empty.has(slot) ? null : undefined;
  }

  #isIn(slab: VectorSlab, slot: number): boolean {
    const place = this.#places.at(slot);
    return place !== UNKNOWN && this.#slabOf(place) === slab;
  }
}
