/** Work without a pause after which the event loop gets a turn; what a caller does with a result before anybody else is served comes on top. */
const MOST_MS = 4;

/** Puts the searches of a store in a line and lets the event loop in between: what is asked together, sixteen collections or sixteen callers, would
 *  otherwise be answered in one stretch, since no search waits for anything. */
export class Turns {
  #line: Promise<unknown> = Promise.resolve();
  #pausedAt = 0;

  /** Does a piece of work when it is its turn: whoever comes next looks at the time when it is done, not when it was asked for. */
  do<T>(work: () => T): Promise<T> {
    const done = this.#line.then(() => this.#pauseWhereDue()).then(work);
    // A piece that fails is its caller's trouble.
    this.#line = done.catch(() => undefined);
    return done;
  }

  #pauseWhereDue(): Promise<void> | undefined {
    if (performance.now() - this.#pausedAt < MOST_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        this.#pausedAt = performance.now();
        resolve();
      });
    });
  }
}
