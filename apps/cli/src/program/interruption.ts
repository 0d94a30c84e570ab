type SignalSource = Pick<NodeJS.Process, 'on' | 'off' | 'exit'>;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The wish to end: the first signal of the system aborts what runs, so that it can end in order; a second one ends the process at once. */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #process: SignalSource;
  readonly #isAtTerminal: boolean;
  readonly #hear = (signal: NodeJS.Signals): void => {
    // Node has undone by now that `nohup` had it ignored, and unheard it would end the process.
    if (signal === 'SIGHUP' && !this.#isAtTerminal) return;
    if (this.#controller.signal.aborted) this.#process.exit(130);
    this.interrupt();
  };

  /** @param isAtTerminal whether the end of its terminal ends it; what was started off one, by `nohup` or as a service, outlives that */
  constructor(source: SignalSource, { isAtTerminal }: { readonly isAtTerminal: boolean }) {
    this.#process = source;
    this.#isAtTerminal = isAtTerminal;
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
