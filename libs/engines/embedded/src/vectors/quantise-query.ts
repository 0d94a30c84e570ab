import { lengthOf } from './quantise.js';

/** Elements stay within 16 bits, and the dot product with a row below 2^31. */
const QUERY_RANGE = 32_767;
const SAFE_SUM = 2 ** 30;

/** A query of unit length in integers, so that a scan needs no floating point: element i is about `scale × elements[i]`. */
export interface QuantisedQuery {
  readonly elements: Int16Array;
  /** 0 for the zero vector. */
  readonly scale: number;
  /** The most that the dot product with a quantised row of unit length is off. */
  readonly error: number;
}

/** Quantises a query; it need not have unit length. */
export function quantiseQuery(query: Float32Array): QuantisedQuery {
  const norm = lengthOf(query);
  if (norm === 0) return { elements: new Int16Array(query.length), scale: 0, error: 0 };
  const largest = query.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / norm;
  const steps = Math.min(QUERY_RANGE / largest, SAFE_SUM / (127 * Math.sqrt(query.length)));
  let squaredError = 0;
  const elements = Int16Array.from(query, (x) => {
    const rounded = Math.round((x / norm) * steps);
    squaredError += (x / norm - rounded / steps) ** 2;
    return rounded;
  });
  // A unit row is at most 127 × √dimension × scale ≈ 1 + its error long; 2 is a safe factor.
  return { elements, scale: 1 / steps, error: 2 * Math.sqrt(squaredError) };
}
