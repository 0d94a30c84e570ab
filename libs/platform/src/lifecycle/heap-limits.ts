import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Once the young generation has so many bytes it grows no further; it doubles up to 16 MB. V8 would let it reach 128 MB on a large machine. */
const ENOUGH_YOUNG_BYTES = 12 * 2 ** 20;
/** The old generation is collected when it is twice what was alive after the last time; V8 would wait for up to four times. */
const OLD_GROWTH_PERCENT = 100;
const FREE = 2;
const HELD = 1;

/** Keeps the heap of a server that is busy without a pause near what is alive in it. V8 takes these limits when a process starts, by options that a
 *  command on the PATH cannot give itself; the factors by which it grows may be changed at any time. */
export class HeapLimits {
  /** Hears of collections: between two looks by a clock the young generation of a busy server doubles more than once. */
  readonly #collections = new PerformanceObserver(() => {
    this.#look();
  });
  #factor = FREE;

  private constructor() {
    setFlagsFromString(`--heap-growing-percent=${OLD_GROWTH_PERCENT.toString()}`);
    this.#collections.observe({ entryTypes: ['gc'] });
  }

  static start(): HeapLimits {
    return new HeapLimits();
  }

  stop(): void {
    this.#collections.disconnect();
    this.#growBy(FREE);
    setFlagsFromString('--heap-growing-percent=0');
  }

  /** A collection that found nothing to do may have made the young generation small: then it may grow again, but not from half of what is enough, since
   *  where much survived it doubles twice until the next look. */
  #look(): void {
    const bytes = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
    if (bytes >= ENOUGH_YOUNG_BYTES) this.#growBy(HELD);
    else if (bytes < ENOUGH_YOUNG_BYTES / 2) this.#growBy(FREE);
  }

  #growBy(factor: number): void {
    if (factor === this.#factor) return;
    this.#factor = factor;
    setFlagsFromString(`--semi-space-growth-factor=${factor.toString()}`);
  }
}
