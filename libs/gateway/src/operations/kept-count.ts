import { Deadline, isFresh, within, type Clock } from '@tributary/kernel';

/** Lists are asked for again and again, and a count by filter looks at every row: one is good for this long, */
const FRESH_MS = 10_000;
/** and for this many times what it took, so that whoever asks without pause costs a small share of the engine. */
const TIMES_ITS_COST = 20;

interface CountAsked<T> {
  /** What is counted, as it stands: of another one a new count is made. */
  readonly of: string;
  readonly limitMs: number;
  readonly count: () => Promise<T>;
}

/** One count, as it was made lately; only one is made at a time. */
export class KeptCount<T> {
  readonly #clock: Clock;
  #last: { readonly of: string; readonly value: T; readonly at: number; readonly freshMs: number } | undefined;
  #underWay: { readonly of: string; readonly made: Promise<T> } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The count; where it takes longer than the limit the last one, or undefined where there is none yet: it goes on, and who asks again hears it. */
  async read({ of, limitMs, count }: CountAsked<T>): Promise<T | undefined> {
    const deadline = Deadline.in(limitMs);
    try {
      return await within({ deadline }, (signal) => this.#current(of, { count, signal }));
    } catch (error) {
      if (deadline.hasPassed) return this.#last?.value;
      throw error;
    }
  }

  async #current(of: string, { count, signal }: { readonly count: () => Promise<T>; readonly signal: AbortSignal }): Promise<T> {
    for (;;) {
      const last = this.#last;
      if (last?.of === of && isFresh(last.at, this.#clock.now(), last.freshMs)) return last.value;
      signal.throwIfAborted();
      this.#underWay ??= { of, made: this.#make(of, count) };
      if (this.#underWay.of === of) return await this.#underWay.made;
      await this.#underWay.made.catch(() => undefined);
    }
  }

  async #make(of: string, count: () => Promise<T>): Promise<T> {
    const [at, began] = [this.#clock.now(), performance.now()];
    try {
      const value = await count();
      this.#last = { of, value, at, freshMs: Math.max(FRESH_MS, TIMES_ITS_COST * (performance.now() - began)) };
      return value;
    } finally {
      this.#underWay = undefined;
    }
  }
}
