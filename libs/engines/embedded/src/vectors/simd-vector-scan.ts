import { STEP, type Scan } from '@tributary/kernel/simd';
import { Bitmap, SLOTS_OF_WORD } from '../memory/bitmap.js';
import type { RankedSlot } from '../memory/top-slots.js';
import { listRows } from './list-rows.js';
import { Nominees } from './nominees.js';
import { offerScanned } from './offer-scanned.js';
import { PlainVectorScan } from './plain-vector-scan.js';
import type { QuantisedVector } from './quantise.js';
import { ROUGH_OFFSET } from './quantise-query.js';
import type { ScanGoal, ScanQuery } from './scan-query.js';
import { BLOCK_BYTES, ROW_SPAN, SCRATCH, type VectorArena } from './vector-arena.js';
import type { VectorScan } from './vector-scan.js';

/** Of f32: scales, errors, offsets. */
const COLUMNS = 3;
/** Rows that lie apart cost more each than rows in a row: where more than this share is admitted, reading all and leaving out afterwards is quicker. */
const DENSE = 5 / 8;
/** Least finite f32: a row without a vector, whose error is −∞, stays below it. */
const LOWEST = -3.4e38;
/** Up to so many rows one scan is as quick as two. */
const FEW = 2000;
/** A scan puts out all that its threshold lets through when it begins: so it begins with few rows, and goes on with three times what it has read. A multiple of four. */
const FIRST = 64;
/** Many more than are nominated: the rough scan tells them less well apart. */
const MOST_PRESELECTED = 16_384;

/** What is left for the second scan, one collection after another: memory of its own for each would cost more than that scan. */
const rest = new Bitmap();

/** One way over the rows. */
interface Pass {
  readonly scan: Scan;
  /** Of the query that it reads. */
  readonly scale: number;
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
}

/** Exact scan over 8-bit rows with the instructions of WebAssembly for 128-bit vectors. Rows are read four at a time, only admitted ones where they are few. */
export class SimdVectorScan implements VectorScan {
  readonly #arena: VectorArena;
  readonly #dimension: number;
  /** Bytes of a row. */
  readonly #stride: number;
  /** Rows in a block; behind them stand their scales, then their errors, then the offsets of the rough scan. */
  readonly #rows: number;
  /** Addresses of the blocks. */
  readonly #blocks: number[] = [];
  #length = 0;
  /** Takes over when the memory is full. */
  #plain: PlainVectorScan | undefined;

  constructor(arena: VectorArena, dimension: number) {
    this.#arena = arena;
    this.#dimension = dimension;
    this.#stride = strideOf(dimension);
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
    const { floats, bytes } = this.#arena;
    const scale = this.#scalesOf(block) / 4 + row;
    floats[scale] = vector?.scale ?? 0;
    floats[scale + this.#rows] = vector?.error ?? Number.NEGATIVE_INFINITY;
    if (!vector) return;
    bytes.set(vector.elements, block + row * this.#stride);
    floats[scale + 2 * this.#rows] = ROUGH_OFFSET * sumOf(vector.elements);
  }

  nominate(query: ScanQuery, admitted: Bitmap, goal: ScanGoal): () => readonly RankedSlot[] {
    if (this.#plain) return this.#plain.nominate(query, admitted, goal);
    const preselected = admitted.size > FEW ? this.#preselect(query, admitted, goal) : undefined;
    // What the other collections have by then leaves fewer to be looked at again.
    return () => this.#scanFinely(query, preselected?.addTo(rest.reset(this.#length)) ?? admitted, goal);
  }

  #scanFinely(query: ScanQuery, slots: Bitmap, goal: ScanGoal): readonly RankedSlot[] {
    const { elements, scale, error } = query.fine;
    new Int16Array(this.#arena.bytes.buffer, SCRATCH.query, this.#stride).fill(0).set(elements);
    const nominees = new Nominees({ room: query.room, certain: goal.fine, queryError: error, limit: goal.limit });
    this.#offerAll({ scan: this.#arena.scan, scale, nominees, admitted: slots });
    return nominees.ranking();
  }

  /** The slots among which those to be nominated are, by the rough scan; undefined where there is none. */
  #preselect(query: ScanQuery, admitted: Bitmap, goal: ScanGoal): Nominees | undefined {
    const { roughScan, bytes } = this.#arena;
    if (roughScan === undefined) return undefined;
    const { elements, scale, error } = query.rough;
    new Uint8Array(bytes.buffer, SCRATCH.query, this.#stride).fill(0).set(elements);
    const nominees = new Nominees({ room: query.room, certain: goal.rough, queryError: error, limit: goal.limit, most: MOST_PRESELECTED });
    this.#offerAll({ scan: roughScan, scale, nominees, admitted });
    return nominees;
  }

  /** Offers the admitted rows of all blocks, by a scan whose query is in its place. */
  #offerAll(pass: Pass): void {
    const { admitted } = pass;
    for (let n = 0; n < this.#blocks.length; n++) {
      const firstSlot = n * this.#rows;
      const end = Math.min(firstSlot + this.#rows, this.#length);
      const count = admitted.count(firstSlot, end);
      if (count > DENSE * (end - firstSlot)) this.#scanAll(pass, n, end - firstSlot);
      else if (count > 0) {
        listRows(this.#arena.numbers.subarray(SCRATCH.list / 4), admitted, { firstSlot, end, count });
        this.#scanBlock(pass, { n, list: SCRATCH.list, count });
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
  #scanBlock(pass: Pass, { n, list, count }: BlockRows): void {
    const { scan, scale, nominees } = pass;
    const block = this.#blocks[n] ?? 0;
    const scales = this.#scalesOf(block);
    const errors = scales + this.#rows * 4;
    const offsets = errors + this.#rows * 4;
    for (let from = 0; from < count;) {
      const threshold = Math.max(LOWEST, nominees.threshold);
      const start = list + from * 4;
      const rows = Math.min(count - from, Math.max(FIRST, 3 * (n * this.#rows + from)));
      const fours = Math.ceil(rows / 4) * 4;
      const end = scan(block, this.#stride, start, fours, scales, errors, SCRATCH.query, scale, threshold, SCRATCH.out, offsets);
      offerScanned(this.#arena, { out: SCRATCH.out, end, list: start, rows, errors, firstSlot: n * this.#rows }, pass);
      from += rows;
    }
  }

  #scalesOf(block: number): number {
    return block + this.#rows * this.#stride;
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
      const start = block + row * this.#stride;
      const scale = this.#scalesOf(block) / 4 + row;
      const error = floats[scale + this.#rows] ?? -1;
      plain.append(error < 0 ? undefined : { elements: bytes.subarray(start, start + this.#dimension), scale: floats[scale] ?? 0, error });
    }
    this.#arena.release(this.#blocks);
    return plain;
  }
}

function sumOf(elements: Int8Array): number {
  let sum = 0;
  for (const element of elements) sum += element;
  return sum;
}

function strideOf(dimension: number): number {
  return Math.ceil(dimension / STEP) * STEP;
}

/** A multiple of the slots in a word of a bitmap, so that a block begins with a word. */
function rowsOf(dimension: number): number {
  return Math.floor(BLOCK_BYTES / (strideOf(dimension) + COLUMNS * 4) / SLOTS_OF_WORD) * SLOTS_OF_WORD;
}
