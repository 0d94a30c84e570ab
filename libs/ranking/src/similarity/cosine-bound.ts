import { dot } from './dot.js';

/** Numbers that are multiplied to see whether the others can matter; of the static model's 256 they hold two fifths of the squares. */
const FIRST = 64;

/** A unit vector made ready to be told from many others that are not near it. */
export interface BoundedVector {
  readonly whole: Float32Array;
  readonly first: Float32Array;
  /** Length of what follows the first numbers. */
  readonly rest: number;
}

export function boundedVector(vector: Float32Array): BoundedVector {
  const rest = vector.subarray(FIRST);
  return { whole: vector, first: vector.subarray(0, FIRST), rest: Math.sqrt(dot(rest, rest)) };
}

/** The cosine of two unit vectors where it reaches `least`; else undefined, mostly by a part of their numbers: those left out add no more than the product of their lengths
 *  (Cauchy–Schwarz). */
export function cosineFrom(least: number, a: BoundedVector, b: BoundedVector): number | undefined {
  // What rounding may take from the sum.
  if (dot(a.first, b.first) + a.rest * b.rest < least - 1e-6) return undefined;
  const cosine = dot(a.whole, b.whole);
  return cosine < least ? undefined : cosine;
}
