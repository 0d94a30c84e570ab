/** How long a server may say nothing. */
export interface Patience {
  /** After this long without an answer it is asked whether it lives, again and again. */
  readonly askAfterMs: number;
  /** A server that has not said so by then is given up. */
  readonly giveUpAfterMs: number;
}

/** Looks, while an answer is waited for, whether the server still says anything at all: a call may take long, a server that hangs takes for ever. */
export class SilenceWatch {
  readonly #health: URL;
  readonly #patience: Patience;
  readonly #silence = new AbortController();
  readonly #ended = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, patience: Patience) {
    this.#health = new URL('/health/live', url);
    this.#patience = patience;
    this.#wait();
  }

  /** Aborts when the server is given up. */
  get signal(): AbortSignal {
    return this.#silence.signal;
  }

  end(): void {
    this.#ended.abort();
    clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer = setTimeout(() => void this.#ask(), this.#patience.askAfterMs);
  }

  async #ask(): Promise<void> {
    const limit = AbortSignal.timeout(this.#patience.giveUpAfterMs);
    try {
      const response = await fetch(this.#health, { signal: AbortSignal.any([limit, this.#ended.signal]) });
      await response.body?.cancel();
    } catch {
      // Whoever refuses the connection refuses the call, too.
      if (limit.aborted && !this.#ended.signal.aborted) this.#silence.abort();
    }
    if (!this.#ended.signal.aborted && !this.#silence.signal.aborted) this.#wait();
  }
}
