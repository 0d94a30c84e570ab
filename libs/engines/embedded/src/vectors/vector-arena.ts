import { NIBBLES, PAGE_BYTES, ScanKernel, type Packing, type Scan } from '@tributary/kernel/simd';

/** Bytes of a block: every scan takes its rows from blocks of this one size, so that what one leaves serves any other. */
export const BLOCK_BYTES = 2 ** 18;
/** A 32-bit memory ends at 4 GiB. */
const MOST_BLOCKS = 2 ** 32 / BLOCK_BYTES;
/** Blocks the memory grows by: address space, which costs nothing before it is written to. */
const GROWTH = 16;

/** Bytes of the numbers of as many rows as a block can have. */
const LIST_BYTES = 2 ** 14 * 3;
/** What a scan puts out is read before anything else is done: vectors are packed in the same place. */
const OUT = 2 ** 15 + 3 * LIST_BYTES;
/** Places in block 0, which belongs to what is running: the query, the numbers of rows it looks for, those of all rows in a row and in the order of `ROW_ORDER`, and what
 *  a scan puts out; the vector that is packed, of as many i16 as a row has elements, and the sums of its elements. */
export const SCRATCH = {
  query: 0,
  list: 2 ** 15,
  all: 2 ** 15 + LIST_BYTES,
  ordered: 2 ** 15 + 2 * LIST_BYTES,
  out: OUT,
  vector: OUT,
  sums: OUT + 2 ** 15,
} as const;
const ALL_ROWS = LIST_BYTES / 4;

/** Stretches of memory that rows are read from in turn, four rows at a time. */
export const STREAMS = 8;

/** Rows that are read side by side lie `apart` rows from each other: several pages, from each of which the processor fetches ahead. One page after the other it
 *  would wait at the end of each; where vectors are not in its cache, that takes a third longer. */
const ROW_ORDER = { apart: 32, streams: STREAMS } as const;
/** Rows after which the order begins anew: so many first numbers of it are as many first rows. */
export const ROW_SPAN = ROW_ORDER.apart * ROW_ORDER.streams;

/** Places of `SCRATCH` in which a vector is packed. */
interface PackedScratch {
  readonly vector: Int16Array;
  /** What `rotate` and `pack` put out, as four i32 or eight i16 each. */
  readonly sums: Int32Array;
  readonly extremes: Int16Array;
}

function packedScratch(buffer: ArrayBufferLike): PackedScratch {
  return {
    vector: new Int16Array(buffer, SCRATCH.vector, (SCRATCH.sums - SCRATCH.vector) / 2),
    sums: new Int32Array(buffer, SCRATCH.sums, 8),
    extremes: new Int16Array(buffer, SCRATCH.sums + 16, 16),
  };
}

/** The one WebAssembly memory that the vectors of all collections stand in: a process may have some 16,000 of them, whatever their size. */
export class VectorArena {
  readonly #kernel: ScanKernel;
  readonly #mostBlocks: number;
  readonly #free: number[] = [];
  readonly scan: Scan;
  readonly packing: Packing;
  /** Next block that was never used. */
  #next = 1;
  #bytes: Uint8Array;
  #floats: Float32Array;
  #numbers: Uint32Array;
  /** What is packed, and the sums of it: in block 0, which never moves within the memory. */
  #packed: PackedScratch;
  /** Blocks come back when the scan that holds them is no longer referred to, like any other memory. */
  readonly #holders = new FinalizationRegistry<number[]>((blocks) => {
    this.release(blocks);
  });

  private constructor(kernel: ScanKernel, mostBlocks: number) {
    this.#mostBlocks = mostBlocks;
    this.#kernel = kernel;
    this.scan = kernel.scan;
    this.packing = kernel.packing();
    this.#bytes = new Uint8Array(kernel.buffer);
    this.#floats = new Float32Array(kernel.buffer);
    this.#numbers = new Uint32Array(kernel.buffer);
    this.#packed = packedScratch(kernel.buffer);
    this.#numbers.subarray(SCRATCH.all / 4, SCRATCH.all / 4 + ALL_ROWS).forEach((_, at, all) => {
      all[at] = at;
      this.#numbers[SCRATCH.ordered / 4 + at] = orderedRow(at);
    });
  }

  /** Undefined where there is no WebAssembly with SIMD, or no address space for its memory. */
  static open(mostBlocks = MOST_BLOCKS): VectorArena | undefined {
    const pages = BLOCK_BYTES / PAGE_BYTES;
    const kernel = ScanKernel.open({ pages, mostPages: MOST_BLOCKS * pages, isShared: false }, NIBBLES);
    return kernel && new VectorArena(kernel, mostBlocks);
  }

  /** The memory as u8, as f32 and as u32; valid until the next `allocate`. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get floats(): Float32Array {
    return this.#floats;
  }

  get numbers(): Uint32Array {
    return this.#numbers;
  }

  /** Where a vector is packed; valid until the next `allocate`. */
  get packed(): PackedScratch {
    return this.#packed;
  }

  /** Of the blocks that are lent. */
  get usedBytes(): number {
    return (this.#next - 1 - this.#free.length) * BLOCK_BYTES;
  }

  /** Gives `blocks` back when `holder` is collected. */
  lend(holder: object, blocks: number[]): void {
    this.#holders.register(holder, blocks);
  }

  /** @returns the address of a block of zeros; undefined when the memory is full */
  allocate(): number | undefined {
    const used = this.#free.pop();
    if (used !== undefined) {
      this.#bytes.fill(0, used, used + BLOCK_BYTES);
      return used;
    }
    if (this.#next >= this.#mostBlocks || (this.#next * BLOCK_BYTES === this.#bytes.length && !this.#grow())) return undefined;
    return BLOCK_BYTES * this.#next++;
  }

  /** Takes blocks back, all of which were allocated, and empties the list. */
  release(blocks: number[]): void {
    this.#free.push(...blocks.splice(0));
  }

  #grow(): boolean {
    try {
      const blocks = Math.min(GROWTH, MOST_BLOCKS - this.#next);
      this.#kernel.grow((blocks * BLOCK_BYTES) / PAGE_BYTES);
    } catch {
      return false;
    }
    this.#bytes = new Uint8Array(this.#kernel.buffer);
    this.#floats = new Float32Array(this.#kernel.buffer);
    this.#numbers = new Uint32Array(this.#kernel.buffer);
    this.#packed = packedScratch(this.#kernel.buffer);
    return true;
  }
}

/** The row at a place of the order: rows 0, 32, 64, 96, then 128, 160, 192, 224, then 1, 33 … */
function orderedRow(at: number): number {
  const { apart, streams } = ROW_ORDER;
  const within = at % ROW_SPAN;
  return at - within + (within % streams) * apart + Math.floor(within / streams);
}
