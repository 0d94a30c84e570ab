/** Elements that are mixed with each other at most; a power of two. */
const MOST_MIXED = 128;

/** Turns vectors so that each element becomes a sum of many, some of them with their signs changed: a randomised Hadamard transform (Ailon and Chazelle 2009), in blocks. Products between vectors stay
 *  what they are but for the factor `gain`², and elements become alike in size whatever a model makes of them, so that a few bits an element tell most. */
export class Rotation {
  /** Elements of a rotated vector. */
  readonly length: number;
  /** By how much a rotated vector is longer. */
  readonly gain: number;
  /** Elements of a block: no more than there are to fill it, or what is rounded would be the same many times over. */
  readonly #block: number;
  /** Where each element goes, neighbours to different blocks. */
  readonly #places: Uint32Array;
  readonly #signs: Int8Array;
  readonly #rotated: Float64Array;

  constructor(dimension: number) {
    this.#block = Math.min(MOST_MIXED, 2 ** Math.ceil(Math.log2(dimension)));
    const blocks = Math.ceil(dimension / this.#block);
    this.length = blocks * this.#block;
    this.gain = Math.sqrt(this.#block);
    this.#places = Uint32Array.from({ length: dimension }, (_, i) => (i % blocks) * this.#block + Math.floor(i / blocks));
    this.#signs = Int8Array.from({ length: dimension }, (_, i) => signOf(i));
    this.#rotated = new Float64Array(this.length);
  }

  /** How many elements are mixed with each other. */
  get block(): number {
    return this.#block;
  }

  /** @returns the rotated vector, until the next one is rotated */
  rotate(vector: Int8Array | Float32Array): Float64Array {
    const rotated = this.#rotated.fill(0);
    this.place(vector, rotated);
    for (let start = 0; start < this.length; start += this.#block) transform(rotated, start, this.#block);
    return rotated;
  }

  /** Puts each element where it is to be mixed, its sign changed or not; places of none stay as they are. @param into `length` elements */
  place(vector: Int8Array | Float32Array, into: Float64Array | Int16Array): void {
    const places = this.#places;
    const signs = this.#signs;
    for (let i = 0; i < places.length; i++) into[places[i] ?? 0] = (signs[i] ?? 0) * (vector[i] ?? 0);
  }
}

const rotations = new Map<number, Rotation>();

/** The one rotation of all vectors of a dimension. */
export function rotationOf(dimension: number): Rotation {
  const known = rotations.get(dimension);
  if (known !== undefined) return known;
  const rotation = new Rotation(dimension);
  rotations.set(dimension, rotation);
  return rotation;
}

/** 1 or −1 without order, the same each time: a bit of a number that is mixed well. */
function signOf(i: number): number {
  const mixed = Math.imul(i + 1, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) < 0 ? -1 : 1;
}

/** The Walsh–Hadamard transform of some elements, a power of two of them, in place: two levels at a time, and the last one by itself where they are odd. */
function transform(values: Float64Array, start: number, count: number): void {
  const end = start + count;
  let apart = 1;
  for (; apart * 4 <= count; apart *= 4) {
    for (let first = start; first < end; first += 4 * apart) {
      for (let i = first; i < first + apart; i++) {
        const a = values[i] ?? 0;
        const b = values[i + apart] ?? 0;
        const c = values[i + 2 * apart] ?? 0;
        const d = values[i + 3 * apart] ?? 0;
        values[i] = a + b + (c + d);
        values[i + apart] = a - b + (c - d);
        values[i + 2 * apart] = a + b - (c + d);
        values[i + 3 * apart] = a - b - (c - d);
      }
    }
  }
  if (apart === count) return;
  for (let i = start; i < start + apart; i++) {
    const a = values[i] ?? 0;
    const b = values[i + apart] ?? 0;
    values[i] = a + b;
    values[i + apart] = a - b;
  }
}
