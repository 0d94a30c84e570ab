import { answeringName } from '@tributary/engines-port';
import { Deadline, isFresh, within, type Clock } from '@tributary/kernel';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { BoundedCache } from '../embed/bounded-cache.js';
import { unlessLate } from '../nominate/unless-late.js';

/** Collections that are looked into at the same time for one choice. */
const AT_ONCE = 32;
/** A look goes on so long behind the search that began it: the next one has what it found. */
const LOOK_LIMIT_MS = 10_000;
/** Who loses sight of all he read somewhere has that chosen by its words so much longer. */
const SEEN_FRESH_MS = 600_000;
const MAX_KEPT = 10_000;

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
  readonly #looking = new Map<string, Promise<boolean>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the caller may read something in each of them; undefined where that is not known in time. @throws the reason of the signal */
  async of(targets: readonly ScopedCollection[], limits: LookLimits): Promise<ReadonlyMap<ScopedCollection, boolean | undefined>> {
    const told = new Map(targets.map((target) => [target, this.#kept(target)]));
    const open = targets.filter((target) => told.get(target) === undefined).values();
    const lookOn = async () => {
      for (const target of open) {
        if (limits.deadline.hasPassed) return;
        told.set(target, await unlessLate(limits, () => this.#sees(target), undefined));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lookOn));
    return told;
  }

  #kept(target: ScopedCollection): boolean | undefined {
    if (!target.isFiltered) return true;
    if (!target.isKnownToReader) return false;
    const at = this.#seenAt.get(keyOf(target));
    return at !== undefined && isFresh(at, this.#clock.now(), SEEN_FRESH_MS) ? true : undefined;
  }

  async #sees(target: ScopedCollection): Promise<boolean> {
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
