/** Work after which its caller is told in the event loop's next turn, not in this one. */
const LONG_MS = 2;

/** Puts the searches of a store in a line and lets the event loop in between: what is asked together, sixteen collections or sixteen callers, would otherwise be answered
 *  in one stretch, since no search waits for anything. What a caller does with a result is a stretch of its own where the work was long. */
export class Turns {
  readonly #now: () => number;
  #line: Promise<unknown> = Promise.resolve();

  /** @param now milliseconds from somewhere on */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Does a piece of work when it is its turn.
   *  @returns its result, at the end of the turn */
  do<T>(work: () => T): Promise<T> {
    const done = this.#line.then(() => this.#handOver(work));
    // A piece that fails is its caller's trouble.
    this.#line = done.then(nextTurn, nextTurn);
    return done;
  }

  async #handOver<T>(work: () => T): Promise<T> {
    const startedAt = this.#now();
    const result = work();
    if (this.#now() - startedAt >= LONG_MS) await nextTurn();
    return result;
  }
}

/** Resolves once the event loop has been round. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
