import { untilAborted } from '@tributary/kernel';

/** The requests of one host. */
export interface HostTurn {
  /** When it may be asked next, by the clock of who asks. */
  nextAt: number;
}

interface Line extends HostTurn {
  /** Settles when everybody before has had his turn. */
  ended: Promise<unknown>;
  waiting: number;
}

/** Lets those who read pages ask each host one after the other, whoever of them it is: walks over several sources of one host, and single pages. */
export class HostTurns {
  readonly #lines = new Map<string, Line>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that does not go back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Runs `ask` when nobody else asks the origin. Who aborts while waiting leaves the line at once. */
  async take<T>(origin: string, signal: AbortSignal | undefined, ask: (turn: HostTurn) => Promise<T>): Promise<T> {
    const line = this.#lineOf(origin);
    const before = line.ended;
    const { promise: mine, resolve: end } = Promise.withResolvers<undefined>();
    line.ended = before.then(() => mine);
    line.waiting++;
    try {
      await untilAborted(before, signal);
      return await ask(line);
    } finally {
      line.waiting--;
      end(undefined);
    }
  }

  #lineOf(origin: string): Line {
    const known = this.#lines.get(origin);
    if (known !== undefined) return known;
    for (const [other, { waiting, nextAt }] of this.#lines) if (waiting === 0 && nextAt <= this.#now()) this.#lines.delete(other);
    const line = { nextAt: 0, ended: Promise.resolve(), waiting: 0 };
    this.#lines.set(origin, line);
    return line;
  }
}
