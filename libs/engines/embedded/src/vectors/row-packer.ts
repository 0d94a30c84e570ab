import { EVENLY, TRUSTED, nibbleBytes, packNibbles, type NibbleVector } from './nibbles.js';
import type { QuantisedVector } from './quantise.js';
import { rotationOf, type Rotation } from './rotation.js';

/** Makes the rows of a scan from the vectors of the store. */
export class RowPacker {
  /** Bytes of a row. */
  readonly bytes: number;
  readonly #rotation: Rotation;

  constructor(dimension: number) {
    this.#rotation = rotationOf(dimension);
    this.bytes = nibbleBytes(this.#rotation.length);
  }

  /** Rotates a vector and packs it into a row. @returns what the row stands for, once the vector has unit length */
  pack(vector: QuantisedVector, row: Uint8Array): NibbleVector {
    return ofUnitLength(packNibbles(this.#rotation.rotate(vector.elements), row), vector, this.#rotation);
  }
}

/** What a packed row stands for, once the vector it was made of has unit length. */
export function ofUnitLength(packed: NibbleVector, { scale, error }: QuantisedVector, { gain }: Rotation): NibbleVector {
  const unit = scale / gain;
  const stored = Math.min(error, TRUSTED * EVENLY * scale);
  return { scale: packed.scale * unit, error: Math.hypot(packed.error * unit, stored), length: packed.length * unit };
}
