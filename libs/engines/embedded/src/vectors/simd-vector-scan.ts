import { NIBBLE_OFFSET } from '@tributary/kernel/simd';
import { SLOTS_OF_WORD, type Bitmap } from '../memory/bitmap.js';
import { listRows } from './list-rows.js';
import { nibbleBytes } from './nibbles.js';
import { Nominees } from './nominees.js';
import { offerScanned } from './offer-scanned.js';
import { PlainVectorScan } from './plain-vector-scan.js';
import type { QuantisedVector } from './quantise.js';
import type { ScanGoal, ScanQuery } from './scan-query.js';
import { SimdRowPacker } from './simd-row-packer.js';
import { BLOCK_BYTES, ROW_SPAN, SCRATCH, type VectorArena } from './vector-arena.js';
import type { VectorScan } from './vector-scan.js';

/** Of f32: scales, errors. */
const COLUMNS = 2;
/** Rows that lie apart cost more each than rows in a row: where more than this share is admitted, reading all and leaving out afterwards is quicker. */
const DENSE = 5 / 8;
/** Least finite f32: a row without a vector, whose error is −∞, stays below it. */
const LOWEST = -3.4e38;
/** A scan puts out all that its threshold lets through when it begins: so it begins with few rows, and goes on with three times what it has read. A multiple of four. */
const FIRST = 64;
/** Rows that lie apart and are fetched at once: 8 KB of the usual ones. */
const TOGETHER = 64;

/** One way over the rows. */
interface Pass {
  /** Of the query. */
  readonly scale: number;
  /** By how much the products with rows of nibbles are too large. */
  readonly excess: number;
  readonly nominees: Nominees;
  readonly admitted: Bitmap;
}

/** Rows of a block. */
interface BlockRows {
  /** Which block. */
  readonly n: number;
  /** Address of the numbers of the rows to read, and how many they are. */
  readonly list: number;
  readonly count: number;
  /** How many of them are fetched at once, if they lie apart. */
  readonly together?: number;
}

/** Scan over rows of four bits an element with the instructions of WebAssembly for 128-bit vectors. Rows are read four at a time, only admitted ones where they are few. */
export class SimdVectorScan implements VectorScan {
  readonly #arena: VectorArena;
  readonly #packer: SimdRowPacker;
  readonly #dimension: number;
  /** Rows in a block; behind them stand their scales, then their errors. */
  readonly #rows: number;
  /** Addresses of the blocks. */
  readonly #blocks: number[] = [];
  #length = 0;
  /** Of the longest row. */
  #longest = 0;
  /** Takes over when the memory is full. */
  #plain: PlainVectorScan | undefined;

  constructor(arena: VectorArena, dimension: number) {
    this.#arena = arena;
    this.#dimension = dimension;
    this.#packer = new SimdRowPacker(arena, dimension);
    this.#rows = rowsOf(dimension);
    arena.lend(this, this.#blocks);
  }

  /** Whether rows of this many elements fit a block. */
  static takes(dimension: number): boolean {
    return rowsOf(dimension) > 0;
  }

  append(vector: QuantisedVector | undefined): void {
    const row = this.#length % this.#rows;
    if (row === 0 && !this.#plain && !this.#addBlock()) this.#plain = this.#moveOut();
    this.#length++;
    if (this.#plain) {
      this.#plain.append(vector);
      return;
    }
    const block = this.#blocks.at(-1) ?? 0;
    const { floats } = this.#arena;
    const packed = vector && this.#packer.pack(vector, block + row * this.#packer.bytes);
    const scale = this.#scalesOf(block) / 4 + row;
    floats[scale] = packed?.scale ?? 0;
    floats[scale + this.#rows] = packed?.error ?? Number.NEGATIVE_INFINITY;
    if (packed) this.#longest = Math.max(this.#longest, packed.length);
  }

  nominate(query: ScanQuery, admitted: Bitmap, goal: ScanGoal): Nominees {
    if (this.#plain) return this.#plain.nominate(query, admitted, goal);
    const { elements, scale, error, sum } = query.quantised;
    new Int8Array(this.#arena.bytes.buffer, SCRATCH.query, this.#packer.bytes * 2).fill(0).set(elements);
    const nominees = new Nominees({ room: query.room, queryError: error * this.#longest, ...goal });
    this.#offerAll({ scale, excess: NIBBLE_OFFSET * sum, nominees, admitted });
    return nominees;
  }

  /** Offers the admitted rows of all blocks; the query is in its place. */
  #offerAll(pass: Pass): void {
    const { admitted } = pass;
    for (let n = 0; n < this.#blocks.length; n++) {
      const firstSlot = n * this.#rows;
      const end = Math.min(firstSlot + this.#rows, this.#length);
      const count = admitted.count(firstSlot, end);
      if (count > DENSE * (end - firstSlot)) this.#scanAll(pass, n, end - firstSlot);
      else if (count > 0) {
        listRows(this.#arena.numbers.subarray(SCRATCH.list / 4), admitted, { firstSlot, end, count });
        this.#scanBlock(pass, { n, list: SCRATCH.list, count, together: TOGETHER });
      }
    }
  }

  /** Offers the first rows of a block. */
  #scanAll(pass: Pass, n: number, count: number): void {
    const ordered = count - (count % ROW_SPAN);
    this.#scanBlock(pass, { n, list: SCRATCH.ordered, count: ordered });
    this.#scanBlock(pass, { n, list: SCRATCH.all + ordered * 4, count: count - ordered });
  }

  /** Offers the rows of a block’s list that may be among the best. */
  #scanBlock(pass: Pass, { n, list, count, together = 0 }: BlockRows): void {
    const { scale, excess, nominees } = pass;
    const block = this.#blocks[n] ?? 0;
    const scales = this.#scalesOf(block);
    const errors = scales + this.#rows * 4;
    for (let from = 0; from < count;) {
      const threshold = Math.max(LOWEST, nominees.threshold);
      const start = list + from * 4;
      const rows = Math.min(count - from, Math.max(FIRST, 3 * (n * this.#rows + from)));
      const fours = Math.ceil(rows / 4) * 4;
      const end = this.#arena.scan(
        block,
        this.#packer.bytes,
        start,
        fours,
        scales,
        errors,
        SCRATCH.query,
        scale,
        threshold,
        SCRATCH.out,
        excess,
        together,
      );
      offerScanned(this.#arena, { out: SCRATCH.out, end, list: start, rows, errors, firstSlot: n * this.#rows }, pass);
      from += rows;
    }
  }

  #scalesOf(block: number): number {
    return block + this.#rows * this.#packer.bytes;
  }

  #addBlock(): boolean {
    const block = this.#arena.allocate();
    if (block !== undefined) this.#blocks.push(block);
    return block !== undefined;
  }

  #moveOut(): PlainVectorScan {
    const plain = new PlainVectorScan(this.#dimension);
    const { bytes, floats } = this.#arena;
    for (let slot = 0; slot < this.#length; slot++) {
      const row = slot % this.#rows;
      const block = this.#blocks[Math.floor(slot / this.#rows)] ?? 0;
      const start = block + row * this.#packer.bytes;
      const scale = this.#scalesOf(block) / 4 + row;
      const error = floats[scale + this.#rows] ?? -1;
      const described = error < 0 ? undefined : { scale: floats[scale] ?? 0, error, length: this.#longest };
      plain.appendPacked(bytes.subarray(start, start + this.#packer.bytes), described);
    }
    this.#arena.release(this.#blocks);
    return plain;
  }
}

/** A multiple of the slots in a word of a bitmap, so that a block begins with a word. */
function rowsOf(dimension: number): number {
  return Math.floor(BLOCK_BYTES / (nibbleBytes(dimension) + COLUMNS * 4) / SLOTS_OF_WORD) * SLOTS_OF_WORD;
}
