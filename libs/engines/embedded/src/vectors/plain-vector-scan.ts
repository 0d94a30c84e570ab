import type { Bitmap } from '../memory/bitmap.js';
import { Float64Column } from '../memory/columns.js';
import { TopSlots } from '../memory/top-slots.js';
import { lengthOf, type QuantisedVector } from './quantise.js';
import type { VectorScan } from './vector-scan.js';

/** Rows in one block: blocks never move, so growing copies nothing. */
const BLOCK_ROWS = 1_024;
const ROWS_AT_ONCE = 4;
/** Where more vectors than this are nearer to the limit than quantisation can tell, the nearest of them by the approximate cosine are taken. */
const MOST_NOMINATED = 4_096;
/** Quantised query elements stay below this, and their dot product with a row below 2^31. */
const QUERY_RANGE = 32_767;
const SAFE_SUM = 2 ** 30;
/** Scales and errors are stored as f32. */
const ROUNDING = 1e-6;

/** Exact scan over 8-bit rows in plain JavaScript, in integers. */
export class PlainVectorScan implements VectorScan {
  readonly #dimension: number;
  readonly #blocks: Int8Array[] = [];
  /** Cosine per unit of the integer dot product; 0 for a zero vector. */
  readonly #scales = new Float64Column();
  /** −1 where a slot has no vector. */
  readonly #errors = new Float64Column();
  #length = 0;
  #scores = new Float64Array(0);

  constructor(dimension: number) {
    this.#dimension = dimension;
  }

  append(vector: QuantisedVector | undefined): void {
    const slot = this.#length++;
    const row = slot % BLOCK_ROWS;
    if (row === 0) this.#blocks.push(new Int8Array(BLOCK_ROWS * this.#dimension));
    this.#scales.set(slot, vector?.scale ?? 0);
    this.#errors.set(slot, vector?.error ?? -1);
    if (vector) this.#blocks.at(-1)?.set(vector.elements, row * this.#dimension);
  }

  nominate(query: Float32Array, admitted: Bitmap, limit: number): readonly number[] {
    const quantised = quantiseQuery(query);
    const certain = new TopSlots(limit, () => false);
    if (this.#scores.length < this.#length) this.#scores = new Float64Array(Math.ceil(this.#length * 1.25));
    this.#forEachFour(
      admitted,
      (slot, isAdmitted, products) => {
        for (let row = 0; row < ROWS_AT_ONCE; row++) {
          const error = this.#errors.at(slot + row);
          if (((isAdmitted >>> row) & 1) === 0 || error < 0) continue;
          const score = (products[row] ?? 0) * this.#scales.at(slot + row) * quantised.scale;
          this.#scores[slot + row] = score;
          const atLeast = score - error - quantised.error;
          if (atLeast > certain.threshold) certain.offer(slot + row, atLeast);
        }
      },
      quantised.elements,
    );
    return this.#within(certain.threshold - quantised.error - ROUNDING, admitted, limit);
  }

  /** Slots whose cosine may reach the bound. */
  #within(bound: number, admitted: Bitmap, limit: number): readonly number[] {
    const best = new TopSlots(Math.max(MOST_NOMINATED, 2 * limit), () => false);
    admitted.forEach((slot) => {
      const error = this.#errors.at(slot);
      const score = this.#scores[slot] ?? 0;
      if (error >= 0 && score + error >= bound) best.offer(slot, score);
    });
    return best.ranking().map(({ slot }) => slot);
  }

  /** Multiplies the query with four rows at a time, wherever one of them is admitted; `isAdmitted` has a bit for each. */
  #forEachFour(admitted: Bitmap, visit: (slot: number, isAdmitted: number, products: Int32Array) => void, query: Int32Array): void {
    const products = new Int32Array(ROWS_AT_ONCE);
    const { words } = admitted;
    for (let slot = 0; slot < this.#length; slot += ROWS_AT_ONCE) {
      const isAdmitted = ((words[slot >>> 5] ?? 0) >>> (slot & 31)) & 15;
      if (isAdmitted === 0) continue;
      const block = this.#blocks[Math.floor(slot / BLOCK_ROWS)] ?? new Int8Array(0);
      multiplyFourRows(products, { block, start: (slot % BLOCK_ROWS) * this.#dimension, query });
      visit(slot, isAdmitted, products);
    }
  }
}

/** Dot products of the query with four rows from `start` on: one load of a query element serves four. */
function multiplyFourRows(
  products: Int32Array,
  { block, start, query }: { readonly block: Int8Array; readonly start: number; readonly query: Int32Array },
): void {
  const dimension = query.length;
  const [second, third, fourth] = [start + dimension, start + 2 * dimension, start + 3 * dimension];
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < dimension; i++) {
    const x = query[i] ?? 0;
    a = (a + Math.imul(block[start + i] ?? 0, x)) | 0;
    b = (b + Math.imul(block[second + i] ?? 0, x)) | 0;
    c = (c + Math.imul(block[third + i] ?? 0, x)) | 0;
    d = (d + Math.imul(block[fourth + i] ?? 0, x)) | 0;
  }
  products[0] = a;
  products[1] = b;
  products[2] = c;
  products[3] = d;
}

/** The query in integers, so that the scan needs no floating point. */
function quantiseQuery(query: Float32Array): { readonly elements: Int32Array; readonly scale: number; readonly error: number } {
  const norm = lengthOf(query);
  if (norm === 0) return { elements: new Int32Array(query.length), scale: 0, error: 0 };
  const largest = query.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / norm;
  const steps = Math.min(QUERY_RANGE / largest, SAFE_SUM / (127 * Math.sqrt(query.length)));
  let squaredError = 0;
  const elements = Int32Array.from(query, (x) => {
    const rounded = Math.round((x / norm) * steps);
    squaredError += (x / norm - rounded / steps) ** 2;
    return rounded;
  });
  // A unit row is at most 127 × √dimension × scale ≈ 1 + its error long; 2 is a safe factor.
  return { elements, scale: 1 / steps, error: 2 * Math.sqrt(squaredError) };
}
