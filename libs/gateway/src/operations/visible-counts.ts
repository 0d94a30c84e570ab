import { accessFilter, type Principal } from '@tributary/contracts';
import { answeringName, type CollectionRecord, type Engines } from '@tributary/engines-port';
import { Deadline, systemClock, within, type Clock } from '@tributary/kernel';
import { KeptCount } from './kept-count.js';

const MAX_KEPT = 1000;
/** An engine that takes longer to say what it has is shown as one that does not answer; what a caller may see of it is then told later. */
const ANSWER_LIMIT_MS = 2000;

/** What the caller may see of a collection. */
export interface VisibleCounts {
  readonly documents: number;
  readonly points: number;
  /** False where the engine does not answer for the collection. */
  readonly reachable: boolean;
  /** False while what the caller may see is still being counted, for the first time. */
  readonly counted: boolean;
}

const UNREACHABLE: VisibleCounts = { documents: 0, points: 0, reachable: false, counted: true };
const UNCOUNTED: VisibleCounts = { documents: 0, points: 0, reachable: true, counted: false };

interface Whole {
  readonly engine: string;
  readonly physical: string;
  readonly documents: number;
  readonly points: number;
}

/** Counts of collections, each caller’s own: rows of others are not in them. */
export class CollectionCounts {
  readonly #engines: Engines;
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #kept = new Map<string, KeptCount<VisibleCounts>>();

  /** @param parts.limitMs how long a list waits for one collection */
  constructor(
    engines: Engines,
    { clock = systemClock, limitMs = ANSWER_LIMIT_MS }: { readonly clock?: Clock; readonly limitMs?: number } = {},
  ) {
    this.#engines = engines;
    this.#clock = clock;
    this.#limitMs = limitMs;
  }

  async of(record: CollectionRecord, principal: Principal): Promise<VisibleCounts> {
    try {
      const physical = answeringName(record);
      const engine = this.#engines.get(record.engine);
      const found = await within({ deadline: Deadline.in(this.#limitMs) }, (signal) => engine.getCollection(physical, { signal }));
      if (found === undefined) return UNREACHABLE;
      const { documents, points } = found;
      if (principal.unrestricted || points === 0) return { documents, points, reachable: true, counted: true };
      return await this.#restricted({ engine: record.engine, physical, documents, points }, principal);
    } catch {
      // An engine that is down, or hangs, makes one row of the list unreadable, not the list.
      return UNREACHABLE;
    }
  }

  async #restricted(whole: Whole, principal: Principal): Promise<VisibleCounts> {
    const { engine, physical, documents, points } = whole;
    const key = JSON.stringify([engine, physical, principal.user_id, principal.groups]);
    const kept = this.#kept.get(key) ?? new KeptCount<VisibleCounts>(this.#clock);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, kept);
    const counts = await kept.read({
      of: `${documents.toString()} ${points.toString()}`,
      limitMs: this.#limitMs,
      count: () => this.#count(whole, principal),
    });
    return counts ?? UNCOUNTED;
  }

  async #count({ engine: name, physical, documents, points }: Whole, principal: Principal): Promise<VisibleCounts> {
    const [engine, filter] = [this.#engines.get(name), accessFilter(principal) ?? {}];
    const visible = await engine.count(physical, filter);
    const seen = visible >= points ? documents : await engine.countDocuments(physical, filter);
    return { documents: seen, points: visible >= points ? points : visible, reachable: true, counted: true };
  }
}
