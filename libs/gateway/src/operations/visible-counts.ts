import { accessFilter, type Principal } from '@tributary/contracts';
import { answeringName, type CollectionRecord, type Engines } from '@tributary/engines-port';
import { Deadline, isFresh, systemClock, within, type Clock } from '@tributary/kernel';

/** Lists are asked for again and again, and a count by filter reads every row: one is good for this long while the collection has as many points. */
const FRESH_MS = 10_000;
const MAX_KEPT = 1000;
/** An engine that takes longer to say what it has is shown as one that does not answer. */
const ANSWER_LIMIT_MS = 2000;

/** What the caller may see of a collection. */
export interface VisibleCounts {
  readonly documents: number;
  readonly points: number;
  /** False where the engine does not answer for the collection. */
  readonly reachable: boolean;
}

/** Counts of collections, each caller’s own: rows of others are not in them. */
export class CollectionCounts {
  readonly #engines: Engines;
  readonly #clock: Clock;
  readonly #kept = new Map<string, { readonly counts: Promise<VisibleCounts>; readonly at: number }>();

  constructor(engines: Engines, clock: Clock = systemClock) {
    this.#engines = engines;
    this.#clock = clock;
  }

  async of(record: CollectionRecord, principal: Principal): Promise<VisibleCounts> {
    try {
      const physical = answeringName(record);
      const engine = this.#engines.get(record.engine);
      const found = await within({ deadline: Deadline.in(ANSWER_LIMIT_MS) }, (signal) => engine.getCollection(physical, { signal }));
      if (found === undefined) return { documents: 0, points: 0, reachable: false };
      const { documents, points } = found;
      if (principal.unrestricted || points === 0) return { documents, points, reachable: true };
      return await this.#restricted({ engine: record.engine, physical, documents, points }, principal);
    } catch {
      // An engine that is down, or hangs, makes one row of the list unreadable, not the list.
      return { documents: 0, points: 0, reachable: false };
    }
  }

  #restricted(
    whole: { readonly engine: string; readonly physical: string; readonly documents: number; readonly points: number },
    principal: Principal,
  ): Promise<VisibleCounts> {
    const key = JSON.stringify([whole, principal.user_id, principal.groups]);
    const now = this.#clock.now();
    const kept = this.#kept.get(key);
    if (kept !== undefined && isFresh(kept.at, now, FRESH_MS)) return kept.counts;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const counts = this.#count(whole, principal);
    this.#kept.set(key, { counts, at: now });
    counts.catch(() => this.#kept.delete(key));
    return counts;
  }

  async #count(
    {
      engine: name,
      physical,
      documents,
      points,
    }: { readonly engine: string; readonly physical: string; readonly documents: number; readonly points: number },
    principal: Principal,
  ): Promise<VisibleCounts> {
    const [engine, filter] = [this.#engines.get(name), accessFilter(principal) ?? {}];
    const visible = await engine.count(physical, filter);
    if (visible >= points) return { documents, points, reachable: true };
    return { documents: (await engine.findDocuments(physical, { filter })).length, points: visible, reachable: true };
  }
}
