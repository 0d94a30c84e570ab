interface Waiting {
  readonly left: number;
  readonly go: () => void;
}

/** Lets those who read in slices go one at a time, each time the one with the least left to read, and the event loop in between: of many collections that are read at
 *  once the smallest are ready first, and the others no later than if all went on alike (shortest remaining processing time, Schrage & Miller 1966). */
export class ReadingTurns {
  readonly #waiting = new Set<Waiting>();
  #isArmed = false;

  /** Resolves when the next slice may be read. @param left points it has yet to read */
  next(left: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waiting.add({
      left,
      go: () => {
        resolve(undefined);
      },
    });
    this.#arm();
    return promise;
  }

  #arm(): void {
    if (this.#isArmed || this.#waiting.size === 0) return;
    this.#isArmed = true;
    setImmediate(() => {
      this.#isArmed = false;
      const [first] = [...this.#waiting].sort((a, b) => a.left - b.left);
      if (first === undefined) return;
      this.#waiting.delete(first);
      first.go();
      this.#arm();
    });
  }
}
