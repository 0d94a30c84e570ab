import { GreatestScores } from './greatest-scores.js';
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
  readonly #few: GreatestScores;
  readonly #all: GreatestScores;

  constructor(few: GreatestScores, all: GreatestScores) {
    this.#few = few;
    this.#all = all;
  }

  get threshold(): number {
    return Math.min(this.#few.threshold, this.#all.threshold);
  }

  offer(_slot: number, score: number): void {
    this.#few.offer(score);
    if (this.#all !== this.#few) this.#all.offer(score);
  }

  settle(): void {
    this.#few.settle();
  }
}

/** Tells what has no chance among the slots of several collections on one scale. Which of equal scores stays does not matter: they stay or go together. */
export class JointContest {
  readonly #entrants: readonly Entrant[];
  readonly #all: GreatestScores;

  constructor(collections: number, { best, each }: Depth) {
    const all = new GreatestScores(best);
    this.#all = all;
    this.#entrants = Array.from({ length: collections }, () => new Entrant(collections > 1 ? new GreatestScores(each) : all, all));
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

  /** Makes all thresholds those of all that was offered. */
  settle(): void {
    this.#all.settle();
    for (const entrant of this.#entrants) entrant.settle();
  }
}

type Order = (slot: number, other: number) => boolean;

/** Of what is kept unsorted, so many times as much as is wanted: then what has no chance any more is dropped. */
const MOST_KEPT = 4;

/** One collection's slots that had a chance when they came. */
class Own implements Contest {
  readonly #contest: Contest;
  readonly #isBefore: Order;
  readonly #best: number;
  #kept: RankedSlot[] = [];

  constructor(contest: Contest, isBefore: Order, best: number) {
    this.#contest = contest;
    this.#isBefore = isBefore;
    this.#best = best;
  }

  get threshold(): number {
    return this.#contest.threshold;
  }

  offer(slot: number, score: number): void {
    this.#contest.offer(slot, score);
    if (score < this.#contest.threshold) return;
    if (this.#kept.push({ slot, score }) > MOST_KEPT * this.#best) this.#kept = this.ranking();
  }

  /** Those that still have a chance, the best first. */
  ranking(): RankedSlot[] {
    const { threshold } = this;
    const isBefore = this.#isBefore;
    return this.#kept
      .filter(({ score }) => score >= threshold)
      .sort((a, b) => b.score - a.score || (isBefore(a.slot, b.slot) ? -1 : 1))
      .slice(0, this.#best);
  }
}

/** The best slots of several collections on one scale: each collection's part of the best of all, and its own best. */
export class JointRanking {
  readonly #contest: JointContest;
  readonly #own: readonly (Own | TopSlots)[];
  readonly #each: number;

  /** @param orders of each collection, what breaks ties */
  constructor(orders: readonly Order[], depth: Depth) {
    const { best, each } = depth;
    const contest = new JointContest(orders.length, depth);
    this.#contest = contest;
    // The best of the only one are the best of all.
    this.#own = orders.map((isBefore, at) =>
      orders.length === 1 ? new TopSlots(best, isBefore) : new Own(contest.of(at), isBefore, best),
    );
    this.#each = each;
  }

  /** What the slots of one collection are offered to. */
  of(collection: number): Contest {
    const own = this.#own[collection];
    if (own === undefined) throw new RangeError(`There is no collection ${collection.toString()}.`);
    return own;
  }

  /** Of each collection, the best first. */
  rankings(): readonly (readonly RankedSlot[])[] {
    this.#contest.settle();
    const { threshold } = this.#contest;
    return this.#own.map((own) => own.ranking().filter(({ score }, rank) => rank < this.#each || score >= threshold));
  }
}
