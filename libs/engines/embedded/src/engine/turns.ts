/** Work without a pause after which the event loop gets a turn. */
const MOST_MS = 8;

/** Puts the searches of a store in a line and lets the event loop in between: what is asked together, sixteen collections or sixteen callers, would
 *  otherwise be answered in one stretch, since no search waits for anything. */
export class Turns {
  #line: Promise<void> = Promise.resolve();
  #pausedAt = 0;

  /** Resolves when it is the caller's turn to work for some milliseconds. */
  take(): Promise<void> {
    this.#line = this.#line.then(() => this.#pauseWhereDue());
    return this.#line;
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
