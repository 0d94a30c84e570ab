import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

interface HeapLimitOptions {
  /** Once the young generation has so many bytes it grows no further; V8 would let it reach 128 MB on a large machine. */
  readonly enoughYoungBytes?: number;
  /** Milliseconds between two looks at it. */
  readonly everyMs?: number;
}

/** The old generation is collected when it is twice what was alive after the last time; V8 would wait for up to four times. */
const OLD_GROWTH_PERCENT = 100;
const FREE = 2;
const HELD = 1;

/** Keeps the heap of a server that is busy without a pause near what is alive in it. V8 takes these limits when a process starts, by options that a
 *  command on the PATH cannot give itself; the factors by which it grows may be changed at any time. */
export class HeapLimits {
  readonly #timer: NodeJS.Timeout;
  readonly #enough: number;
  #factor = FREE;

  private constructor({ enoughYoungBytes = 12 * 2 ** 20, everyMs = 500 }: HeapLimitOptions) {
    this.#enough = enoughYoungBytes;
    setFlagsFromString(`--heap-growing-percent=${OLD_GROWTH_PERCENT.toString()}`);
    this.#timer = setInterval(() => {
      this.#look();
    }, everyMs);
    this.#timer.unref();
  }

  static start(options: HeapLimitOptions = {}): HeapLimits {
    return new HeapLimits(options);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#growBy(FREE);
    setFlagsFromString('--heap-growing-percent=0');
  }

  /** A collection that found nothing to do may have made the young generation small: then it may grow again. */
  #look(): void {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    this.#growBy((young?.physical_space_size ?? 0) >= this.#enough ? HELD : FREE);
  }

  #growBy(factor: number): void {
    if (factor === this.#factor) return;
    this.#factor = factor;
    setFlagsFromString(`--semi-space-growth-factor=${factor.toString()}`);
  }
}
