import { ENTRY, PAGE_BYTES, STEP, ScanKernel } from '@tributary/kernel/simd';

/** Rows that one scan takes at most. */
export const ROWS_AT_ONCE = 4096;

interface Shape {
  readonly rows: number;
  readonly dimension: number;
}

/** A memory that threads share, with the file of a matrix at its beginning and what a scan of it works with behind. Places are addresses in bytes. */
export class ModelMemory {
  readonly kernel: ScanKernel;
  /** What the file fills. */
  readonly file: Uint8Array;
  /** Two f32 for each row, 0 in the beginning. */
  readonly scales: number;
  readonly errors: number;
  /** Numbers of rows, u32. */
  readonly list: number;
  /** One row in 16 bits. */
  readonly query: number;
  /** What the scan puts out. */
  readonly out: number;

  private constructor(kernel: ScanKernel, fileBytes: number, { rows, dimension }: Shape) {
    this.kernel = kernel;
    this.file = new Uint8Array(kernel.buffer, 0, fileBytes);
    this.scales = aligned(fileBytes);
    this.errors = this.scales + 4 * rows;
    this.list = this.errors + 4 * rows;
    this.query = aligned(this.list + 4 * ROWS_AT_ONCE);
    this.out = this.query + 2 * dimension;
  }

  /** Undefined where there is no WebAssembly with SIMD, no room, or rows that the scan cannot take. */
  static open(fileBytes: number, { rows, dimension }: Shape): ModelMemory | undefined {
    if (dimension % STEP !== 0) return undefined;
    const scratch = 8 * rows + 4 * ROWS_AT_ONCE + 2 * dimension + (ROWS_AT_ONCE / 4) * ENTRY + 3 * STEP;
    const pages = Math.ceil((fileBytes + scratch) / PAGE_BYTES);
    const kernel = ScanKernel.open({ pages, mostPages: pages, isShared: true }, ['bytes']);
    return kernel && new ModelMemory(kernel, fileBytes, { rows, dimension });
  }
}

function aligned(address: number): number {
  return Math.ceil(address / STEP) * STEP;
}
