import { SeededRandom } from '@tributary/testing';

/** A repeatable vector for a text. */
export function vectorOf(text: string, dimension: number): Float32Array {
  let seed = 7;
  for (let i = 0; i < text.length; i++) seed = (Math.imul(seed, 31) + text.charCodeAt(i)) >>> 0;
  return randomVector(new SeededRandom(seed), dimension);
}

/** Elements between −1 and 1. */
export function randomVector(random: SeededRandom, dimension: number): Float32Array {
  return Float32Array.from({ length: dimension }, () => random.next() * 2 - 1);
}
