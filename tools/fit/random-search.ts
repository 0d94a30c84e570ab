import { SeededRandom } from '@tributary/testing';

/** Coordinates of one point of the box. */
export type Point = readonly number[];
type Ranges = readonly (readonly [from: number, to: number])[];
/** Score of a point, by group. */
type Score = (point: Point) => ReadonlyMap<string, number>;

interface RandomSearchOptions {
  /** Points of the first search. */
  readonly samples: number;
  /** Of the second one; left out: there is none. */
  readonly closer?: number;
  /** How many of the best points the answer is the mean of. */
  readonly best?: number;
  readonly score: Score;
}

interface Tried {
  readonly point: Point;
  readonly scores: ReadonlyMap<string, number>;
}

const SEED = 20261122;
/** Points whose mean is taken, unless said otherwise: it lies in the middle of the plateau, where a single best one lies at its edge by chance. */
const BEST = 25;
/** Side of the box that is searched once more, as a share of the first. */
const CLOSER_SIDE = 0.4;

/** Random search over a box for the point with the best mean score, and once more closer around what it found. The points of the first search are scored once for all
 *  groups, so that each group can be left out without scoring them again. */
export class RandomSearch {
  readonly #ranges: Ranges;
  readonly #closer: number;
  readonly #best: number;
  readonly #score: Score;
  readonly #tried: readonly Tried[];

  /** @param ranges of the coordinates, from and to */
  constructor(ranges: Ranges, { samples, closer = 0, best = BEST, score }: RandomSearchOptions) {
    this.#ranges = ranges;
    this.#closer = closer;
    this.#best = best;
    this.#score = score;
    this.#tried = this.#try(ranges, samples);
  }

  /** Mean of the best points by the mean score of these groups. */
  best(groups: readonly string[]): Point {
    const first = this.#meanOfBest(this.#tried, groups);
    if (this.#closer === 0) return first;
    const around = this.#ranges.map(([from, to], at) => {
      const half = (CLOSER_SIDE * (to - from)) / 2;
      const middle = first[at] ?? 0;
      return [Math.max(from, middle - half), Math.min(to, middle + half)] as const;
    });
    return this.#meanOfBest([...this.#tried, ...this.#try(around, this.#closer)], groups);
  }

  #meanOfBest(tried: readonly Tried[], groups: readonly string[]): Point {
    const best = tried
      .map(({ point, scores }) => ({ point, total: sum(groups.map((group) => scores.get(group) ?? 0)) }))
      .sort((a, b) => b.total - a.total)
      .slice(0, this.#best);
    return (best[0]?.point ?? []).map((_, at) => sum(best.map(({ point }) => point[at] ?? 0)) / best.length);
  }

  #try(ranges: Ranges, samples: number): readonly Tried[] {
    const random = new SeededRandom(SEED);
    return Array.from({ length: samples }, () => {
      const point = ranges.map(([from, to]) => from + random.next() * (to - from));
      return { point, scores: this.#score(point) };
    });
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
