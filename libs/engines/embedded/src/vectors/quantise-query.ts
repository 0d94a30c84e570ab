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

/** A query in 7 bits: element i is about `scale × (elements[i] − 64)`. */
export interface RoughQuery {
  readonly elements: Uint8Array;
  readonly scale: number;
  /** As of a `QuantisedQuery`. */
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
  return { elements, scale: 1 / steps, error: longestRow(query.length) * Math.sqrt(squaredError) };
}

/** By how much the elements of a rough query are too large, so that none is below 0. */
export const ROUGH_OFFSET = 64;

/** Quantises a query to 7 bits; it need not have unit length. */
export function quantiseRoughly(query: Float32Array): RoughQuery {
  const norm = lengthOf(query);
  const elements = new Uint8Array(query.length).fill(ROUGH_OFFSET);
  if (norm === 0) return { elements, scale: 0, error: 0 };
  const largest = query.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / norm;
  const steps = (ROUGH_OFFSET - 1) / largest;
  let squaredError = 0;
  for (let i = 0; i < query.length; i++) {
    const x = (query[i] ?? 0) / norm;
    const rounded = Math.round(x * steps);
    squaredError += (x - rounded / steps) ** 2;
    elements[i] = ROUGH_OFFSET + rounded;
  }
  return { elements, scale: 1 / steps, error: longestRow(query.length) * Math.sqrt(squaredError) };
}

/** The most that a row of unit length is long once it is quantised: each element is off by at most half a step, and a step is at most 1 ÷ 127. */
function longestRow(dimension: number): number {
  return 1 + Math.sqrt(dimension) / 254;
}
