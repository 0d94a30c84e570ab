type SignalSource = Pick<NodeJS.Process, 'on' | 'off' | 'exit'>;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The wish to end: the first signal of the system aborts what runs, so that it can end in order; a second one ends the process at once. */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #process: SignalSource;
  readonly #hear = (): void => {
    if (this.#controller.signal.aborted) this.#process.exit(130);
    this.interrupt();
  };

  constructor(source: SignalSource) {
    this.#process = source;
    for (const name of SIGNALS) source.on(name, this.#hear);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  interrupt(): void {
    this.#controller.abort();
  }

  /** Stops listening. */
  end(): void {
    for (const name of SIGNALS) this.#process.off(name, this.#hear);
  }
}
