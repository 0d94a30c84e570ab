import { scanModule, type Multiplication, type Scan } from './scan-module.js';

/** Bytes of a page, the unit of a memory's size. */
export const PAGE_BYTES = 2 ** 16;

/** How rows of nibbles are multiplied, the fastest way first. */
export const NIBBLES: readonly Multiplication[] = ['relaxed-nibbles', 'nibbles'];

interface ScanMemory {
  /** Pages it begins with, and may grow to; address space costs nothing before it is written to. */
  readonly pages: number;
  readonly mostPages: number;
  /** True where threads share it: then it cannot grow. */
  readonly isShared: boolean;
}

/** A memory with a scan over it: rows of small numbers multiplied with one row, four rows at a time. */
export class ScanKernel {
  readonly #memory: WebAssembly.Memory;
  readonly scan: Scan;

  private constructor(memory: WebAssembly.Memory, scan: Scan) {
    this.#memory = memory;
    this.scan = scan;
  }

  /** @param multiplications those that would do, of which the first is taken that the runtime has
   *  @returns undefined where there is no WebAssembly with SIMD, or no address space for its memory */
  static open({ pages, mostPages, isShared }: ScanMemory, multiplications: readonly Multiplication[]): ScanKernel | undefined {
    const memory = orNothing(() => new WebAssembly.Memory({ initial: pages, maximum: mostPages, shared: isShared }));
    if (memory === undefined) return undefined;
    for (const multiplication of multiplications) {
      const scan = orNothing(() => instantiate(memory, scanModule({ isShared, multiplication })));
      if (scan !== undefined) return new ScanKernel(memory, scan);
    }
    return undefined;
  }

  /** Another one after each growth, unless threads share it. */
  get buffer(): ArrayBuffer | SharedArrayBuffer {
    return this.#memory.buffer;
  }

  /** @throws RangeError when there is no room */
  grow(pages: number): void {
    this.#memory.grow(pages);
  }
}

function instantiate(memory: WebAssembly.Memory, bytes: Uint8Array): Scan {
  return new WebAssembly.Instance<{ readonly scan: Scan }>(new WebAssembly.Module(bytes), { host: { memory } }).exports.scan;
}

function orNothing<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
