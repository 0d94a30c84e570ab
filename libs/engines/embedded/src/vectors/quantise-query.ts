import { EVENLY, TRUSTED } from './nibbles.js';
import { lengthOf } from './quantise.js';

const LARGEST = 127;

/** A query of unit length in 8 bits an element, so that a scan needs no floating point: element i is about `scale × elements[i]`. */
export interface QuantisedQuery {
  readonly elements: Int8Array;
  /** 0 for the zero vector. */
  readonly scale: number;
  /** The most that the dot product with a vector of unit length is taken to be off. */
  readonly error: number;
  /** Of the elements. */
  readonly sum: number;
}

/** Quantises a query; it need not have unit length. */
export function quantiseQuery(query: Float64Array): QuantisedQuery {
  const norm = lengthOf(query);
  const elements = new Int8Array(query.length);
  if (norm === 0) return { elements, scale: 0, error: 0, sum: 0 };
  const step = query.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / LARGEST;
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += elements[i] = Math.round((query[i] ?? 0) / step);
  const scale = step / norm;
  return { elements, scale, error: TRUSTED * EVENLY * scale, sum };
}
