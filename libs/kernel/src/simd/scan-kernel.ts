import { packModule, type Pack } from './pack-module.js';
import { rotateModule, type Rotate } from './rotate-module.js';
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

/** What makes rows of nibbles. */
export interface Packing {
  readonly rotate: Rotate;
  readonly pack: Pack;
}

/** A memory with a scan over it: rows of small numbers multiplied with one row, four rows at a time. */
export class ScanKernel {
  readonly #memory: WebAssembly.Memory;
  readonly #isShared: boolean;
  readonly scan: Scan;

  private constructor({ memory, isShared }: { readonly memory: WebAssembly.Memory; readonly isShared: boolean }, scan: Scan) {
    this.#memory = memory;
    this.#isShared = isShared;
    this.scan = scan;
  }

  /** @param multiplications those that would do, of which the first is taken that the runtime has
   *  @returns undefined where there is no WebAssembly with SIMD, or no address space for its memory */
  static open({ pages, mostPages, isShared }: ScanMemory, multiplications: readonly Multiplication[]): ScanKernel | undefined {
    const memory = orNothing(() => new WebAssembly.Memory({ initial: pages, maximum: mostPages, shared: isShared }));
    if (memory === undefined) return undefined;
    for (const multiplication of multiplications) {
      const scan = orNothing(() => {
        const { exports } = new WebAssembly.Instance<{ readonly scan: Scan }>(
          new WebAssembly.Module(scanModule({ isShared, multiplication })),
          { host: { memory } },
        );
        return exports.scan;
      });
      if (scan !== undefined) return new ScanKernel({ memory, isShared }, scan);
    }
    return undefined;
  }

  /** In the same memory. */
  packing(): Packing {
    const imports = { host: { memory: this.#memory } };
    const rotating = new WebAssembly.Instance<{ readonly run: Rotate }>(new WebAssembly.Module(rotateModule(this.#isShared)), imports);
    const packing = new WebAssembly.Instance<{ readonly run: Pack }>(new WebAssembly.Module(packModule(this.#isShared)), imports);
    return { rotate: rotating.exports.run, pack: packing.exports.run };
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

function orNothing<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
