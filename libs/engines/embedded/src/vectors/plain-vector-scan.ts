import type { Bitmap } from '../memory/bitmap.js';
import { Float64Column } from '../memory/columns.js';
import type { RankedSlot } from '../memory/top-slots.js';
import { Nominees } from './nominees.js';
import type { QuantisedVector } from './quantise.js';
import type { ScanGoal, ScanQuery } from './scan-query.js';
import type { VectorScan } from './vector-scan.js';

/** Rows in one block: blocks never move, so growing copies nothing. */
const BLOCK_ROWS = 1_024;

/** Exact scan over 8-bit rows in plain JavaScript: for machines without WebAssembly, and what the faster scan is compared with. */
export class PlainVectorScan implements VectorScan {
  readonly #dimension: number;
  readonly #blocks: Int8Array[] = [];
  /** Cosine per unit of the integer dot product; 0 for a zero vector. */
  readonly #scales = new Float64Column();
  /** −1 where a slot has no vector. */
  readonly #errors = new Float64Column();
  #length = 0;

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

  nominate({ fine, room }: ScanQuery, admitted: Bitmap, goal: ScanGoal): () => readonly RankedSlot[] {
    const { elements, scale, error: queryError } = fine;
    const nominees = new Nominees({ room, certain: goal.fine, queryError, limit: goal.limit });
    admitted.forEach((slot) => {
      const error = slot < this.#length ? this.#errors.at(slot) : -1;
      if (error >= 0) nominees.offer(slot, this.#multiply(slot, elements) * this.#scales.at(slot) * scale, error);
    });
    return () => nominees.ranking();
  }

  #multiply(slot: number, query: Int16Array): number {
    const block = this.#blocks[Math.floor(slot / BLOCK_ROWS)] ?? new Int8Array(0);
    const start = (slot % BLOCK_ROWS) * this.#dimension;
    let sum = 0;
    for (let i = 0; i < query.length; i++) sum = (sum + Math.imul(block[start + i] ?? 0, query[i] ?? 0)) | 0;
    return sum;
  }
}
