/** Values of a sketch. */
export const SKETCH_SIZE = 32;
/** Texts with fewer words are not sketched: one other word makes them another text, and small files of settings resemble each other everywhere. */
const LEAST_WORDS = 100;
/** Of a bin into which no shingle falls. */
const EMPTY = 0xffff;

/** By which nearly equal texts are found: for each of 32 bins the least hash of the three-word shingles that fall into it, 16 bits each (one permutation
 *  hashing; Li, Owen & Zhang 2012). Case, white space and punctuation do not count. Undefined for a text under 100 words. */
export function sketchOf(text: string): Uint16Array | undefined {
  const sketch = new Uint16Array(SKETCH_SIZE).fill(EMPTY);
  let first = 0;
  let second = 0;
  let words = 0;
  let hash = 0;
  for (let at = 0; at <= text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isWordUnit(unit)) {
      hash = Math.imul(hash ^ (unit < 128 ? unit | 32 : unit), 0x01000193);
      continue;
    }
    if (hash === 0) continue;
    if (++words >= 3) keepLeast(sketch, mix(Math.imul(first, 31) ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(hash, 0x85ebca6b)));
    first = second;
    second = hash;
    hash = 0;
  }
  return words < LEAST_WORDS ? undefined : sketch;
}

/** Share of the values two sketches have in common: an estimate of the share of shingles their texts have in common. Bins that are empty in both say nothing. */
export function resemblance(a: Uint16Array, b: Uint16Array): number {
  let same = 0;
  let filled = 0;
  for (let at = 0; at < SKETCH_SIZE; at++) {
    if (a[at] === EMPTY && b[at] === EMPTY) continue;
    filled++;
    if (a[at] === b[at]) same++;
  }
  return filled === 0 ? 0 : same / filled;
}

function keepLeast(sketch: Uint16Array, hash: number): void {
  const bin = hash >>> 27;
  const value = hash & 0xffff;
  if (value < (sketch[bin] ?? 0)) sketch[bin] = value;
}

/** Letters, digits and everything beyond ASCII. */
function isWordUnit(unit: number): boolean {
  const letter = unit | 32;
  return (letter >= 97 && letter <= 122) || (unit >= 48 && unit <= 57) || unit > 127;
}

/** The last steps of MurmurHash3. */
function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
