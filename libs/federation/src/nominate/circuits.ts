import type { Clock } from '@tributary/kernel';

const FAILURES = 3;
const WINDOW_MS = 10_000;
const OPEN_MS = 5_000;

/** Leaves an engine alone for five seconds after three searches in ten seconds found all of it away, so that it does not slow down every answer. */
export class Circuits {
  readonly #failures = new Map<string, readonly number[]>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isOpen(engine: string): boolean {
    const failures = this.#recent(engine);
    const last = failures.at(-1);
    return failures.length >= FAILURES && last !== undefined && this.#clock.now() - last < OPEN_MS;
  }

  failed(engine: string): void {
    this.#failures.set(engine, [...this.#recent(engine), this.#clock.now()].slice(-FAILURES));
  }

  answered(engine: string): void {
    this.#failures.delete(engine);
  }

  #recent(engine: string): readonly number[] {
    return (this.#failures.get(engine) ?? []).filter((at) => this.#clock.now() - at < WINDOW_MS);
  }
}
