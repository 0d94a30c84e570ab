import { Uint32Column } from '../memory/columns.js';

/** Numbers kept at most, 128 MB, once so many were asked for: what was asked for lately stays, the older half goes. */
const MOST_KEPT = 2 ** 25;
/** Vectors of a slab. */
const SLAB_ROWS = 64;
/** Places in a shelf: not known, known to have no vector, else the row behind these two. */
const [UNKNOWN, NONE, FIRST] = [0, 1, 2];

/** Vectors of one length by slot, in slabs that never move: no object and no allocation each. */
class Shelf {
  readonly #places = new Uint32Column();
  readonly #slabs: Float32Array[] = [];
  #length = 0;
  #rows = 0;

  /** Null where the slot is known to have none, undefined where it is not known. */
  get(slot: number): Float32Array | null | undefined {
    const place = this.#places.at(slot);
    if (place === UNKNOWN) return undefined;
    return place === NONE ? null : this.#row(place - FIRST);
  }

  /** Keeps a copy. @returns it */
  put(slot: number, vector: Float32Array | null): Float32Array | null {
    if (vector === null) {
      this.#places.set(slot, NONE);
      return null;
    }
    this.#length = vector.length;
    if (this.#rows % SLAB_ROWS === 0) this.#slabs.push(new Float32Array(SLAB_ROWS * vector.length));
    this.#places.set(slot, this.#rows + FIRST);
    const kept = this.#row(this.#rows++);
    kept.set(vector);
    return kept;
  }

  #row(row: number): Float32Array {
    const start = (row % SLAB_ROWS) * this.#length;
    return (this.#slabs[Math.floor(row / SLAB_ROWS)] ?? new Float32Array(0)).subarray(start, start + this.#length);
  }
}

/** Vectors of many owners within one bound: a vector that is not asked for while half of the bound is filled anew is forgotten. */
export class VectorCache {
  readonly #mostNew: number;
  #new = new WeakMap<object, Shelf>();
  #old = new WeakMap<object, Shelf>();
  #newNumbers = 0;

  /** @param most numbers kept */
  constructor(most = MOST_KEPT) {
    this.#mostNew = most / 2;
  }

  /** The vector of a slot, which must not be changed: null where it is known to have none, undefined where it is not known. All vectors of an owner
   *  have one length; what an owner had is forgotten with it. */
  find(owner: object, slot: number): Float32Array | null | undefined {
    const known = this.#new.get(owner)?.get(slot);
    if (known !== undefined) return known;
    const vector = this.#old.get(owner)?.get(slot);
    return vector === undefined ? undefined : this.keep(owner, slot, vector);
  }

  /** Keeps a copy. @returns it */
  keep(owner: object, slot: number, vector: Float32Array | null): Float32Array | null {
    this.#newNumbers += vector?.length ?? 0;
    if (this.#newNumbers > this.#mostNew) {
      this.#old = this.#new;
      this.#new = new WeakMap();
      this.#newNumbers = vector?.length ?? 0;
    }
    const shelf = this.#new.get(owner) ?? new Shelf();
    this.#new.set(owner, shelf);
    return shelf.put(slot, vector);
  }
}
