import { dot } from './dot.js';

/** Cosine of two vectors of the same length; 0 where one is the zero vector. */
export function cosine(a: Float32Array, b: Float32Array): number {
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}
