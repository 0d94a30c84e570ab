import { TopSlots, type RankedSlot } from './top-slots.js';

/** How many of the best slots are wanted. */
export interface Depth {
  /** Of all collections together. */
  readonly best: number;
  /** Of each collection, where there are so many, even if they are not among those; at most `best`. */
  readonly each: number;
}

/** Takes scores of slots and says which ones have no chance. */
export interface Contest {
  /** A score below this has no chance; it only rises. */
  readonly threshold: number;
  offer(slot: number, score: number): void;
}

/** One collection's part of a joint contest. */
class Entrant implements Contest {
  readonly #few: TopSlots;
  readonly #all: TopSlots;

  constructor(few: TopSlots, all: TopSlots) {
    this.#few = few;
    this.#all = all;
  }

  get threshold(): number {
    return Math.min(this.#few.threshold, this.#all.threshold);
  }

  offer(slot: number, score: number): void {
    this.#few.offer(slot, score);
    if (this.#all !== this.#few) this.#all.offer(slot, score);
  }
}

/** Tells what has no chance among the slots of several collections on one scale. */
export class JointContest {
  readonly #entrants: readonly Entrant[];
  readonly #all: TopSlots;

  constructor(collections: number, { best, each }: Depth) {
    const all = new TopSlots(best, inAnyOrder);
    this.#all = all;
    this.#entrants = Array.from({ length: collections }, () => new Entrant(collections > 1 ? new TopSlots(each, inAnyOrder) : all, all));
  }

  /** What the slots of one collection are offered to. */
  of(collection: number): Contest {
    const entrant = this.#entrants[collection];
    if (entrant === undefined) throw new RangeError(`There is no collection ${collection.toString()}.`);
    return entrant;
  }

  /** A score below this is not among the best of all. */
  get threshold(): number {
    return this.#all.threshold;
  }
}

/** Equal scores of several collections stay or go together, so which of their slots is kept does not matter. */
function inAnyOrder(): boolean {
  return false;
}

/** The best slots of several collections on one scale: each collection's part of the best of all, and its own best. */
export class JointRanking {
  readonly #contest: JointContest;
  readonly #own: readonly TopSlots[];
  readonly #each: number;

  /** @param orders of each collection, what breaks ties */
  constructor(orders: readonly ((slot: number, other: number) => boolean)[], depth: Depth) {
    this.#contest = new JointContest(orders.length, depth);
    this.#own = orders.map((isBefore) => new TopSlots(depth.best, isBefore));
    this.#each = depth.each;
  }

  /** What the slots of one collection are offered to. */
  of(collection: number): Contest {
    const contest = this.#contest.of(collection);
    const own = this.#own[collection];
    return {
      get threshold() {
        return contest.threshold;
      },
      offer: (slot, score) => {
        contest.offer(slot, score);
        own?.offer(slot, score);
      },
    };
  }

  /** Of each collection, the best first. */
  rankings(): readonly (readonly RankedSlot[])[] {
    const { threshold } = this.#contest;
    return this.#own.map((own) => own.ranking().filter(({ score }, rank) => rank < this.#each || score >= threshold));
  }
}
