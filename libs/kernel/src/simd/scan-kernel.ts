import { scanModule, type Scan, type ScanModule } from './scan-module.js';

/** Bytes of a page, the unit of a memory's size. */
export const PAGE_BYTES = 2 ** 16;

interface ScanMemory {
  /** Pages it begins with, and may grow to; address space costs nothing before it is written to. */
  readonly pages: number;
  readonly mostPages: number;
}

/** A memory with scans over it: rows of 8-bit numbers multiplied with one row, four rows and sixteen numbers at a time. */
export class ScanKernel {
  readonly #memory: WebAssembly.Memory;
  readonly scan: Scan;
  /** Faster, with a query of 7 bits; undefined where the runtime lacks relaxed SIMD. */
  readonly roughScan: Scan | undefined;

  private constructor(memory: WebAssembly.Memory, isShared: boolean) {
    this.#memory = memory;
    this.scan = instantiate(memory, { isShared, isRough: false });
    this.roughScan = orNothing(() => instantiate(memory, { isShared, isRough: true }));
  }

  /** Undefined where there is no WebAssembly with SIMD, or no address space for its memory. */
  static open({ pages, mostPages }: ScanMemory): ScanKernel | undefined {
    return orNothing(() => new ScanKernel(new WebAssembly.Memory({ initial: pages, maximum: mostPages }), false));
  }

  /** As `open`, over a memory of fixed size that threads share. */
  static openShared(pages: number): ScanKernel | undefined {
    return orNothing(() => new ScanKernel(new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }), true));
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

function instantiate(memory: WebAssembly.Memory, kind: ScanModule): Scan {
  const module = new WebAssembly.Module(scanModule(kind));
  return new WebAssembly.Instance<{ readonly scan: Scan }>(module, { host: { memory } }).exports.scan;
}

function orNothing<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
