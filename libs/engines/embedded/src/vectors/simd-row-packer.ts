import { ROTATED_BLOCK } from '@tributary/kernel/simd';
import { NO_NIBBLES, describeNibbles, stepBetween, type Extremes, type NibbleVector } from './nibbles.js';
import type { QuantisedVector } from './quantise.js';
import { rotationOf, type Rotation } from './rotation.js';
import { RowPacker, ofUnitLength } from './row-packer.js';
import { SCRATCH, type VectorArena } from './vector-arena.js';

/** Numbers of 32 and of 16 bits in a vector of the processor. */
const [LANES, EXTREMES] = [4, 8];

/** Makes the rows of a scan in an arena, the same as a `RowPacker` does, by the instructions of WebAssembly for 128-bit vectors: three to five times as fast (ADR 119). */
export class SimdRowPacker {
  /** Bytes of a row. */
  readonly bytes: number;
  readonly #arena: VectorArena;
  readonly #rotation: Rotation;
  /** For few elements, which are rotated in smaller blocks. */
  readonly #plain: RowPacker;

  constructor(arena: VectorArena, dimension: number) {
    this.#arena = arena;
    this.#rotation = rotationOf(dimension);
    this.#plain = new RowPacker(dimension);
    this.bytes = this.#plain.bytes;
  }

  /** Rotates a vector and packs it into the row at an address. @returns what the row stands for, once the vector has unit length */
  pack(vector: QuantisedVector, row: number): NibbleVector {
    const { bytes } = this.#arena;
    if (this.#rotation.block !== ROTATED_BLOCK) return this.#plain.pack(vector, bytes.subarray(row, row + this.bytes));
    return ofUnitLength(this.#pack(vector.elements, row), vector, this.#rotation);
  }

  #pack(vector: Int8Array, row: number): NibbleVector {
    const { packed, packing } = this.#arena;
    const { length: elements, block } = this.#rotation;
    const end = SCRATCH.vector + 2 * elements;
    // There may be more elements than the vector has.
    if (elements > vector.length) packed.vector.fill(0, 0, elements);
    this.#rotation.place(vector, packed.vector);
    packing.rotate(SCRATCH.vector, end, SCRATCH.sums);
    // The transform keeps the sum of squares but for their number.
    const squares = block * totalOf(packed.sums, 0);
    const step = stepBetween(extremesOf(packed.extremes));
    if (step === 0) return NO_NIBBLES;
    packing.pack(SCRATCH.vector, end, row, 1 / step, SCRATCH.sums);
    return describeNibbles({ elements, squares, products: totalOf(packed.sums, 0), packedSquares: totalOf(packed.sums, LANES) });
  }
}

/** Of the lanes from one on. */
function totalOf(sums: Int32Array, from: number): number {
  let total = 0;
  for (let lane = from; lane < from + LANES; lane++) total += sums[lane] ?? 0;
  return total;
}

/** Of eight least elements and eight greatest ones. */
function extremesOf(found: Int16Array): Extremes {
  let [least, most] = [0, 0];
  for (let lane = 0; lane < EXTREMES; lane++) {
    least = Math.min(least, found[lane] ?? 0);
    most = Math.max(most, found[EXTREMES + lane] ?? 0);
  }
  return { least, most };
}
