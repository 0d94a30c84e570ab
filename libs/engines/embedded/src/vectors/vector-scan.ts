import type { Bitmap } from '../memory/bitmap.js';
import type { RankedSlot } from '../memory/top-slots.js';
import type { QuantisedVector } from './quantise.js';

/** The vectors of a collection by slot, small enough to be read as a whole for every query. */
export interface VectorScan {
  /** Adds the vector of the next slot; undefined where a chunk has none. */
  append(vector: QuantisedVector | undefined): void;
  /** Slots among which the `limit` best admitted ones by cosine are, whatever quantisation lost: to be scored again by the exact vectors.
   *  Each with the most that its cosine can be, the greatest first. */
  nominate(query: Float32Array, admitted: Bitmap, limit: number): readonly RankedSlot[];
}
