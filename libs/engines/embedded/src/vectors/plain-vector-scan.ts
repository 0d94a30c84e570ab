import type { Bitmap } from '../memory/bitmap.js';
import { Float64Column } from '../memory/columns.js';
import { multiplyNibbles, type NibbleVector } from './nibbles.js';
import { Nominees } from './nominees.js';
import type { QuantisedVector } from './quantise.js';
import { RowPacker } from './row-packer.js';
import type { ScanGoal, ScanQuery } from './scan-query.js';
import type { VectorScan } from './vector-scan.js';

/** Rows in one block: blocks never move, so growing copies nothing. */
const BLOCK_ROWS = 1_024;

/** Scan over the same rows in plain JavaScript: for machines without WebAssembly, and what the faster scan is compared with. */
export class PlainVectorScan implements VectorScan {
  readonly #packer: RowPacker;
  readonly #blocks: Uint8Array[] = [];
  /** Cosine per unit of the integer dot product; 0 for a zero vector. */
  readonly #scales = new Float64Column();
  /** −1 where a slot has no vector. */
  readonly #errors = new Float64Column();
  #length = 0;
  /** Of the longest row. */
  #longest = 0;

  constructor(dimension: number) {
    this.#packer = new RowPacker(dimension);
  }

  append(vector: QuantisedVector | undefined): void {
    const row = this.#addRow();
    this.#describe(vector && this.#packer.pack(vector, row));
  }

  /** Appends a row that another scan has packed. */
  appendPacked(row: Uint8Array, described: NibbleVector | undefined): void {
    this.#addRow().set(row);
    this.#describe(described);
  }

  nominate({ quantised, room }: ScanQuery, admitted: Bitmap, goal: ScanGoal): Nominees {
    const { elements, scale, error: queryError } = quantised;
    const nominees = new Nominees({ room, queryError: queryError * this.#longest, ...goal });
    admitted.forEach((slot) => {
      const error = slot < this.#length ? this.#errors.at(slot) : -1;
      if (error >= 0) nominees.offer(slot, multiplyNibbles(this.#rowOf(slot), elements) * this.#scales.at(slot) * scale, error);
    });
    return nominees;
  }

  #addRow(): Uint8Array {
    const slot = this.#length++;
    if (slot % BLOCK_ROWS === 0) this.#blocks.push(new Uint8Array(BLOCK_ROWS * this.#packer.bytes));
    return this.#rowOf(slot);
  }

  /** What the last row stands for. */
  #describe(described: NibbleVector | undefined): void {
    const slot = this.#length - 1;
    this.#scales.set(slot, described?.scale ?? 0);
    this.#errors.set(slot, described?.error ?? -1);
    this.#longest = Math.max(this.#longest, described?.length ?? 0);
  }

  #rowOf(slot: number): Uint8Array {
    const { bytes } = this.#packer;
    const start = (slot % BLOCK_ROWS) * bytes;
    return (this.#blocks[Math.floor(slot / BLOCK_ROWS)] ?? new Uint8Array(0)).subarray(start, start + bytes);
  }
}
