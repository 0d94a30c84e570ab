/** Of a slab that goes, the share of its vectors that may stay. */
const STAYING = 1 / 2;

interface SlabShape {
  /** Its number among those of its owner. */
  readonly number: number;
  /** Vectors it has room for. */
  readonly rows: number;
  readonly dimension: number;
  /** Where they stand, whatever stands there yet. */
  readonly values: Float32Array;
}

/** Vectors of one owner that came one after the other. */
export class VectorSlab {
  readonly number: number;
  readonly slots: Uint32Array;
  /** The vectors, one behind the other. */
  readonly values: Float32Array;
  /** Whether somebody may hold vectors of it. */
  isLent = false;
  readonly #dimension: number;
  /** 1 for those that were asked for again. */
  readonly #wanted: Uint8Array;
  #length = 0;

  constructor({ number, rows, dimension, values }: SlabShape) {
    this.number = number;
    this.slots = new Uint32Array(rows);
    this.values = values;
    this.#dimension = dimension;
    this.#wanted = new Uint8Array(rows);
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
    this.values.set(vector, this.startOf(row));
    return row;
  }

  want(row: number): void {
    this.#wanted[row] = 1;
  }

  /** Where in `values` a vector begins. */
  startOf(row: number): number {
    return row * this.#dimension;
  }

  vectorAt(row: number): Float32Array {
    return this.values.subarray(this.startOf(row), this.startOf(row + 1));
  }
}
