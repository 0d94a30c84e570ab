import type { Bitmap } from '../memory/bitmap.js';
import type { Nominees } from './nominees.js';
import type { QuantisedVector } from './quantise.js';
import type { ScanGoal, ScanQuery } from './scan-query.js';

/** The vectors of a collection by slot, small enough to be read as a whole for every query. */
export interface VectorScan {
  /** Adds the vector of the next slot; undefined where a chunk has none. */
  append(vector: QuantisedVector | undefined): void;
  /** Looks at the admitted slots. @returns those among which the best by cosine are, as many as the goal says, whatever quantisation lost: to be scored again by the exact
   *  vectors, once all collections of a search were looked at */
  nominate(query: ScanQuery, admitted: Bitmap, goal: ScanGoal): Nominees;
}
