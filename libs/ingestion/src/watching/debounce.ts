/** With more paths than this it is a branch switch or a build rather than a save. */
const FEW = 20;

interface Touched {
  readonly size: number;
}

/** Waits until nothing more comes: a fifth of the time for a few paths, all of it for many, so that a branch switch becomes one plan; at most the time,
 *  or ten times it for many, after the first. */
export class Debounce {
  readonly #ms: number;
  readonly #touched: Touched;
  readonly #ready: () => void;
  #timer: NodeJS.Timeout | undefined;
  #firstAt = 0;

  constructor(ms: number, { touched, ready }: { readonly touched: Touched; readonly ready: () => void }) {
    this.#ms = ms;
    this.#touched = touched;
    this.#ready = ready;
  }

  /** Something came. */
  hint(): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#firstAt = now;
    clearTimeout(this.#timer);
    const isMany = this.#touched.size > FEW;
    const endsAt = this.#firstAt + this.#ms * (isMany ? 10 : 1);
    const quietMs = this.#ms / (isMany ? 1 : 5);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#ready();
      },
      Math.max(0, Math.min(quietMs, endsAt - now)),
    );
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
