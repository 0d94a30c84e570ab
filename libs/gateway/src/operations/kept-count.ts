import { Deadline, isFresh, within, type Clock } from '@tributary/kernel';

/** Lists are asked for again and again, and a count by filter looks at every row: of what has not changed, as far as its totals tell, one is good for this long, */
const FRESH_MS = 10_000;
/** and one that took longer than this also of what has changed, */
const CHEAP_MS = 100;
/** for so many times what it took: it costs a twentieth of the time at most, however often it is asked for and whatever is written meanwhile. */
const TIMES_ITS_COST = 20;

interface CountAsked<T> {
  /** What is counted, as it stands. */
  readonly of: string;
  readonly limitMs: number;
  readonly count: () => Promise<T>;
}

export interface Counted<T> {
  readonly value: T;
  /** False where it was made of what has changed since. */
  readonly isCurrent: boolean;
}

/** What there is where nothing was counted yet. */
export interface Uncounted {
  readonly value: undefined;
  /** What the last count threw; undefined where it is under way. */
  readonly failure: unknown;
}

interface Made<T> {
  /** Nothing where the count failed. */
  readonly counted: { readonly of: string; readonly value: T } | undefined;
  readonly failure: unknown;
  readonly at: number;
  readonly costMs: number;
}

/** One count, as it was made lately; only one is made at a time. */
export class KeptCount<T> {
  readonly #clock: Clock;
  #last: { readonly of: string; readonly value: T } | undefined;
  #made: Made<T> | undefined;
  #underWay: { readonly of: string; readonly made: Promise<void> } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isUnderWay(): boolean {
    return this.#underWay !== undefined;
  }

  /** The count; where it takes longer than the limit the last one, if there is one: it goes on, and who asks again hears it. Throws what the count throws; for a
   *  while after one that failed late the last one stands, too, or its failure where there is none. */
  async read({ of, limitMs, count }: CountAsked<T>): Promise<Counted<T> | Uncounted> {
    let over: AbortSignal | undefined;
    try {
      await within({ deadline: Deadline.in(limitMs) }, (signal) => {
        over = signal;
        return this.#bring(of, { count, signal });
      });
    } catch (error) {
      // Timers may fire before the clock reaches their moment, and a count has time limits of its own: only what this limit threw says that it is over.
      if (over?.aborted !== true || error !== over.reason) throw error;
    }
    if (this.#last !== undefined) return { value: this.#last.value, isCurrent: this.#last.of === of };
    return { value: undefined, failure: this.isUnderWay ? undefined : this.#made?.failure };
  }

  async #bring(of: string, { count, signal }: { readonly count: () => Promise<T>; readonly signal: AbortSignal }): Promise<void> {
    while (!this.#isKept(of)) {
      signal.throwIfAborted();
      this.#underWay ??= { of, made: this.#make(of, count) };
      if (this.#underWay.of === of) {
        await this.#underWay.made;
        return;
      }
      await this.#underWay.made.catch(() => undefined);
    }
  }

  #isKept(of: string): boolean {
    if (this.#made === undefined) return false;
    const { counted, at, costMs } = this.#made;
    const dearMs = costMs > CHEAP_MS ? TIMES_ITS_COST * costMs : 0;
    return isFresh(at, this.#clock.now(), counted?.of === of ? Math.max(FRESH_MS, dearMs) : dearMs);
  }

  async #make(of: string, count: () => Promise<T>): Promise<void> {
    const began = performance.now();
    let counted: Made<T>['counted'];
    let failure: unknown;
    try {
      counted = { of, value: await count() };
      this.#last = counted;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      this.#made = { counted, failure, at: this.#clock.now(), costMs: performance.now() - began };
      this.#underWay = undefined;
    }
  }
}
