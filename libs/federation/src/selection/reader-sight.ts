import { answeringName } from '@tributary/engines-port';
import { Deadline, isAbort, isFresh, within, type Clock } from '@tributary/kernel';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { BoundedCache } from '../embed/bounded-cache.js';
import { failureOf, type Failure } from '../nominate/failure.js';

/** Collections that are looked into at the same time for one choice. */
export const LOOKS_AT_ONCE = 64;
/** A look goes on so long behind the search that began it: the next one has what it found. */
const LOOK_LIMIT_MS = 10_000;
/** Who loses sight of all he read somewhere has that chosen by its words so much longer. */
const SEEN_FRESH_MS = 600_000;
/** Why a look failed that ended behind a search is told by later ones so long, where theirs are late as well. */
const FAILED_FRESH_MS = 60_000;
const MAX_KEPT = 10_000;

/** Whether a caller may read anything in a collection, or why that could not be found out; undefined where it was not known in time. */
export type Sight = boolean | Failure | undefined;

interface FailedLook {
  readonly at: number;
  readonly failure: Failure;
}

/** By when it must be known. */
interface LookLimits {
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
}

/** Whether callers may read anything in collections. That they do is kept for a while; that they do not until something in the collection changes, where its engine counts
 *  changes: what is shared with somebody is there for his next search. */
export class ReaderSight {
  readonly #clock: Clock;
  readonly #seenAt = new BoundedCache<number>(MAX_KEPT);
  /** Change marks of collections in which nothing is seen. */
  readonly #blindAt = new BoundedCache<string>(MAX_KEPT);
  readonly #failed = new BoundedCache<FailedLook>(MAX_KEPT);
  readonly #looking = new Map<string, Promise<boolean>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What is known by then of each of them. @throws the reason of the signal */
  async of(targets: readonly ScopedCollection[], limits: LookLimits): Promise<ReadonlyMap<ScopedCollection, Sight>> {
    const told = new Map<ScopedCollection, Sight>(targets.map((target) => [target, this.#kept(target)]));
    const open = targets.filter((target) => told.get(target) === undefined).values();
    const lookOn = async () => {
      for (const target of open) {
        if (limits.deadline.hasPassed) return;
        told.set(target, await this.#told(target, limits));
      }
    };
    await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, lookOn));
    return told;
  }

  #kept(target: ScopedCollection): boolean | undefined {
    if (!target.isFiltered) return true;
    if (!target.isKnownToReader) return false;
    const at = this.#seenAt.get(keyOf(target));
    return at !== undefined && isFresh(at, this.#clock.now(), SEEN_FRESH_MS) ? true : undefined;
  }

  async #told(target: ScopedCollection, limits: LookLimits): Promise<Sight> {
    try {
      return await within(limits, () => this.#sees(target));
    } catch (error) {
      limits.signal.throwIfAborted();
      return isAbort(error) ? this.#failedBefore(target) : failureOf(error);
    }
  }

  #failedBefore(target: ScopedCollection): Failure | undefined {
    const last = this.#failed.get(keyOf(target));
    return last !== undefined && isFresh(last.at, this.#clock.now(), FAILED_FRESH_MS) ? last.failure : undefined;
  }

  async #sees(target: ScopedCollection): Promise<boolean> {
    try {
      const sees = await this.#looked(target);
      this.#failed.delete(keyOf(target));
      return sees;
    } catch (error) {
      this.#failed.set(keyOf(target), { at: this.#clock.now(), failure: failureOf(error) });
      throw error;
    }
  }

  async #looked(target: ScopedCollection): Promise<boolean> {
    const key = keyOf(target);
    // Asked before it is looked into: what is shared meanwhile is looked for again.
    const mark = await within({ deadline: Deadline.in(LOOK_LIMIT_MS) }, (signal) => target.changeMark(signal));
    if (mark !== undefined && this.#blindAt.get(key) === mark) return false;
    const look = JSON.stringify([key, mark]);
    const looking = this.#looking.get(look) ?? this.#look(target, mark).finally(() => this.#looking.delete(look));
    this.#looking.set(look, looking);
    return looking;
  }

  async #look(target: ScopedCollection, mark: string | undefined): Promise<boolean> {
    const sees = await within({ deadline: Deadline.in(LOOK_LIMIT_MS) }, (signal) => target.showsAnything(signal));
    if (sees) this.#seenAt.set(keyOf(target), this.#clock.now());
    else if (mark !== undefined) this.#blindAt.set(keyOf(target), mark);
    return sees;
  }
}

function keyOf({ record, visibleSight }: ScopedCollection): string {
  return JSON.stringify([record.engine, answeringName(record), visibleSight]);
}
