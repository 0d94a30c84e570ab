import { answeringName } from '@tributary/engines-port';
import { Deadline, isFresh, type Clock } from '@tributary/kernel';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { BoundedCache } from '../embed/bounded-cache.js';
import { unlessLate } from '../nominate/unless-late.js';

/** An engine that takes longer to say it costs nobody the choice. */
const LOOK_LIMIT_MS = 100;
/** Who loses sight of all he read somewhere has that chosen by its words so much longer. */
const SEEN_FRESH_MS = 600_000;
const MAX_KEPT = 10_000;

/** Whether callers may read anything in collections. Only that they do is kept: what is shared with somebody is there for his next search. */
export class ReaderSight {
  readonly #clock: Clock;
  readonly #seenAt = new BoundedCache<number>(MAX_KEPT);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Those of the collections in which the caller may read nothing, as far as their engines say it soon. @throws the reason of the signal */
  async blindAmong(targets: readonly ScopedCollection[], signal: AbortSignal): Promise<ReadonlySet<ScopedCollection>> {
    const seen = await Promise.all(targets.map((target) => this.#sees(target, signal)));
    return new Set(targets.filter((_, at) => seen[at] === false));
  }

  async #sees(target: ScopedCollection, signal: AbortSignal): Promise<boolean> {
    if (!target.isFiltered) return true;
    const { engine } = target.record;
    const key = JSON.stringify([engine, answeringName(target.record), target.visibleSight]);
    const at = this.#seenAt.get(key);
    if (at !== undefined && isFresh(at, this.#clock.now(), SEEN_FRESH_MS)) return true;
    const limits = { deadline: Deadline.in(LOOK_LIMIT_MS), signal };
    const sees = await unlessLate(limits, (over) => target.showsAnything(over), undefined);
    if (sees === true) this.#seenAt.set(key, this.#clock.now());
    return sees ?? true;
  }
}
