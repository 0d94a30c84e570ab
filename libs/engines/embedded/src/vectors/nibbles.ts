import { NIBBLE_GROUP, NIBBLE_OFFSET, NIBBLE_STEP } from '@tributary/kernel/simd';
import { ROUNDING } from './quantise.js';

const MOST = NIBBLE_OFFSET - 1;
/** Bytes of the elements of a group. */
const HALF = NIBBLE_GROUP / 2;
/** What rounding takes from an element is spread evenly over a step: its standard deviation is a step / √12. */
export const EVENLY = 1 / Math.sqrt(12);
/** Standard deviations within which a dot product is taken to be: one of 10^9 is not. */
export const TRUSTED = 6;

/** What a row of nibbles stands for: element i of the vector is about `scale × (its nibble − 8)`. */
export interface NibbleVector {
  /** Of either sign: the largest element is the −8 that has no opposite. 0 for the zero vector. */
  readonly scale: number;
  /** The most that a dot product with a unit vector is taken to be off: six standard deviations, or what it can be by Cauchy–Schwarz where that is less. */
  readonly error: number;
  /** Of what the nibbles stand for. */
  readonly length: number;
}

/** What the row of the zero vector stands for. */
export const NO_NIBBLES: NibbleVector = { scale: 0, error: 0, length: 0 };

/** Bytes of a row of so many elements. */
export function nibbleBytes(elements: number): number {
  return Math.ceil(elements / (2 * NIBBLE_STEP)) * NIBBLE_STEP;
}

/** Packs a vector into a row that has room for it. The scale makes the vector's product with itself right, so that products with what is like it are not too small on average (as in
 *  RaBitQ, Gao and Long 2024). */
export function packNibbles(vector: Float64Array, row: Uint8Array): NibbleVector {
  const step = stepBetween(extremesOf(vector));
  if (step === 0) return NO_NIBBLES;
  const perStep = 1 / step;
  let squares = 0;
  let products = 0;
  let packedSquares = 0;
  for (let group = 0, at = 0; at < row.length; group += NIBBLE_GROUP) {
    for (let i = group; i < group + HALF; i++, at++) {
      const x = vector[i] ?? 0;
      const y = vector[i + HALF] ?? 0;
      let packedX = x * perStep + ROUNDING - ROUNDING;
      let packedY = y * perStep + ROUNDING - ROUNDING;
      if (packedX > MOST) packedX = MOST;
      if (packedY > MOST) packedY = MOST;
      row[at] = packedX + NIBBLE_OFFSET + 16 * (packedY + NIBBLE_OFFSET);
      squares += x * x + y * y;
      products += x * packedX + y * packedY;
      packedSquares += packedX * packedX + packedY * packedY;
    }
  }
  return describeNibbles({ elements: vector.length, squares, products, packedSquares });
}

/** Sums over the elements of a vector: of their squares, of their products with what they were packed as, and of the squares of that. */
export interface PackedSums {
  /** How many. */
  readonly elements: number;
  readonly squares: number;
  readonly products: number;
  readonly packedSquares: number;
}

export function describeNibbles({ elements, squares, products, packedSquares }: PackedSums): NibbleVector {
  const scale = squares / products;
  const lost = Math.sqrt(Math.max(0, scale * scale * packedSquares - squares));
  const deviation = Math.max(EVENLY * Math.abs(scale), lost / Math.sqrt(elements));
  return { scale, error: Math.min(TRUSTED * deviation, lost), length: Math.abs(scale) * Math.sqrt(packedSquares) };
}

/** The least and the greatest element of a vector, and 0. */
export interface Extremes {
  readonly least: number;
  readonly most: number;
}

/** By which elements are divided, so that none is rounded by more than half of it; negative where the largest is positive, 0 where there is none but 0. */
export function stepBetween({ least, most }: Extremes): number {
  const isNegative = most > -least;
  const [largest, opposite] = isNegative ? [most, -least] : [-least, most];
  const step = Math.max(largest / NIBBLE_OFFSET, opposite / (MOST + 0.5));
  return isNegative ? -step : step;
}

function extremesOf(vector: Float64Array): Extremes {
  let [least, most] = [0, 0];
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- an iterator makes an object of each number
  for (let i = 0; i < vector.length; i++) {
    const x = vector[i] ?? 0;
    if (x < least) least = x;
    else if (x > most) most = x;
  }
  return { least, most };
}

/** The product of a row of nibbles with a query of as many elements. */
export function multiplyNibbles(row: Uint8Array, query: Int8Array): number {
  let sum = 0;
  for (let group = 0, at = 0; at < row.length; group += NIBBLE_GROUP) {
    for (let i = group; i < group + HALF; i++, at++) {
      const byte = row[at] ?? 0;
      sum += ((byte & 15) - NIBBLE_OFFSET) * (query[i] ?? 0) + ((byte >>> 4) - NIBBLE_OFFSET) * (query[i + HALF] ?? 0);
    }
  }
  return sum;
}
