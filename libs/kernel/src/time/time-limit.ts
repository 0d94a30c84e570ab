/** The longest time of a timer, ms: a longer one would be over at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** A signal that aborts when a time is over or `parent` aborts, until it is disposed of. `AbortSignal.timeout` and `AbortSignal.any` keep a timer and a place at the parent until their time is over, whether
 *  or not somebody still listens; a search over many collections makes dozens of them. */
export class TimeLimit implements Disposable {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal | undefined;
  /** On the monotonic clock. */
  readonly #endsAt: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, parent?: AbortSignal) {
    this.#parent = parent;
    this.#endsAt = performance.now() + Math.min(LONGEST_MS, ms);
    if (parent?.aborted === true) {
      this.#follow();
      return;
    }
    parent?.addEventListener('abort', this.#follow, { once: true });
    this.#timer = this.#wait();
  }

  /** Its reason is that of the parent, or a `TimeoutError`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener('abort', this.#follow);
  }

  #wait(): NodeJS.Timeout {
    return setTimeout(this.#end, Math.ceil(this.#endsAt - performance.now())).unref();
  }

  readonly #follow = (): void => {
    clearTimeout(this.#timer);
    this.#controller.abort(this.#parent?.reason);
  };

  readonly #end = (): void => {
    // A timer counts whole milliseconds, and may be over a part of one before the deadline has passed.
    if (performance.now() < this.#endsAt) {
      this.#timer = this.#wait();
      return;
    }
    this.#controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    this[Symbol.dispose]();
  };
}
