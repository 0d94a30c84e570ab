import type { Engine } from '@tributary/engines-port';
import { Deadline, isFresh, type Clock, within } from '@tributary/kernel';

/** Engines are asked again after this time, behind the search that notices. */
const FRESH_MS = 1_000;
/** The first search waits for them no longer than this. */
const FIRST_WAIT_MS = 200;
const LIST_LIMIT_MS = 5_000;

interface Counts {
  /** Passages by the engine's own name. */
  readonly points: ReadonlyMap<string, number>;
  readonly at: number;
}

/** How many passages the collections of each engine hold, as it said a moment ago. */
export class EngineCounts {
  readonly #clock: Clock;
  readonly #known = new Map<string, Counts>();
  readonly #asking = new Map<string, Promise<void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Undefined as long as the engine has not said. */
  async of(engine: Engine): Promise<ReadonlyMap<string, number> | undefined> {
    const known = this.#known.get(engine.name);
    if (known && isFresh(known.at, this.#clock.now(), FRESH_MS)) return known.points;
    const asked = this.#asking.get(engine.name) ?? this.#ask(engine);
    if (known) return known.points;
    await within({ deadline: Deadline.in(FIRST_WAIT_MS) }, () => asked).catch(() => undefined);
    return this.#known.get(engine.name)?.points;
  }

  /** Resolves when no engine is being asked. */
  async idle(): Promise<void> {
    await Promise.all(this.#asking.values());
  }

  #ask(engine: Engine): Promise<void> {
    const asking = this.#list(engine)
      .then((points) => {
        this.#known.set(engine.name, { points, at: this.#clock.now() });
      })
      // One that is away is asked again by the next search; what it said before stands until then.
      .catch(() => undefined)
      .finally(() => this.#asking.delete(engine.name));
    this.#asking.set(engine.name, asking);
    return asking;
  }

  async #list(engine: Engine): Promise<ReadonlyMap<string, number>> {
    const signal = AbortSignal.timeout(LIST_LIMIT_MS);
    const [own, foreign] = await Promise.all([engine.listCollections({ signal }), engine.foreign?.list({ signal })]);
    return new Map([...(foreign?.collections ?? []), ...own].map(({ name, points }) => [name, points]));
  }
}
