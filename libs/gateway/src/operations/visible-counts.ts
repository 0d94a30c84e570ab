import { accessFilter, type Principal } from '@tributary/contracts';
import { answeringName, type CollectionRecord, type Engines } from '@tributary/engines-port';
import { Deadline, systemClock, toErrorRecord, within, type Clock } from '@tributary/kernel';
import { KeptCount } from './kept-count.js';

/** Users times collections. */
const MAX_KEPT = 10_000;
/** An engine that takes longer to say what it has is shown as one that does not answer; what a caller may see of it is then told later. */
const ANSWER_LIMIT_MS = 2000;

/** What the caller may see of a collection. */
export interface VisibleCounts {
  readonly documents: number;
  readonly points: number;
  /** False where the engine does not answer for the collection. */
  readonly reachable: boolean;
  /** Of what the collection holds now, of what it held when they were last counted, or no numbers, since they were never counted. */
  readonly counted: 'now' | 'earlier' | 'not_yet';
  /** Code of why there are none, where they could not be counted and nobody is counting them. */
  readonly failure?: string;
}

const UNREACHABLE: VisibleCounts = { documents: 0, points: 0, reachable: false, counted: 'now' };
const UNCOUNTED: VisibleCounts = { documents: 0, points: 0, reachable: true, counted: 'not_yet' };

type Counts = Pick<VisibleCounts, 'documents' | 'points'>;

interface Limits {
  readonly clock?: Clock;
  /** How long a list waits for one collection. */
  readonly limitMs?: number;
  /** Counts that are kept, those under way beyond. */
  readonly maxKept?: number;
}

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
  readonly #maxKept: number;
  readonly #kept = new Map<string, KeptCount<Counts>>();

  constructor(engines: Engines, { clock = systemClock, limitMs = ANSWER_LIMIT_MS, maxKept = MAX_KEPT }: Limits = {}) {
    this.#engines = engines;
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#maxKept = maxKept;
  }

  async of(record: CollectionRecord, principal: Principal): Promise<VisibleCounts> {
    try {
      const physical = answeringName(record);
      const engine = this.#engines.get(record.engine);
      const found = await within({ deadline: Deadline.in(this.#limitMs) }, (signal) => engine.getCollection(physical, { signal }));
      if (found === undefined) return UNREACHABLE;
      const { documents, points } = found;
      if (principal.unrestricted || points === 0) return { documents, points, reachable: true, counted: 'now' };
      return await this.#restricted({ engine: record.engine, physical, documents, points }, principal);
    } catch {
      // An engine that is down, or hangs, makes one row of the list unreadable, not the list.
      return UNREACHABLE;
    }
  }

  async #restricted(whole: Whole, principal: Principal): Promise<VisibleCounts> {
    const { engine, physical, documents, points } = whole;
    const key = JSON.stringify([engine, physical, principal.user_id, principal.groups]);
    const found = await this.#keptAs(key).read({
      of: `${documents.toString()} ${points.toString()}`,
      limitMs: this.#limitMs,
      count: () => this.#count(whole, principal),
    });
    if (found.value === undefined)
      return { ...UNCOUNTED, ...(found.failure !== undefined && { failure: toErrorRecord(found.failure).code }) };
    return { ...found.value, reachable: true, counted: found.isCurrent ? 'now' : 'earlier' };
  }

  #keptAs(key: string): KeptCount<Counts> {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    if (this.#kept.size >= this.#maxKept) this.#dropOldest();
    const kept = new KeptCount<Counts>(this.#clock);
    this.#kept.set(key, kept);
    return kept;
  }

  /** One under way stays: dropped, it would be made twice at a time, and told to nobody. */
  #dropOldest(): void {
    for (const [key, kept] of this.#kept) {
      if (kept.isUnderWay) continue;
      this.#kept.delete(key);
      return;
    }
  }

  async #count({ engine: name, physical, documents, points }: Whole, principal: Principal): Promise<Counts> {
    const [engine, filter] = [this.#engines.get(name), accessFilter(principal) ?? {}];
    const visible = await engine.count(physical, filter);
    const seen = visible >= points ? documents : await engine.countDocuments(physical, filter);
    return { documents: seen, points: visible >= points ? points : visible };
  }
}
