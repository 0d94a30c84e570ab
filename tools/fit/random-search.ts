import { SeededRandom } from '@tributary/testing';

/** Coordinates of one point of the box. */
export type Point = readonly number[];
type Ranges = readonly (readonly [from: number, to: number])[];
/** Score of a point, by group. */
type Score = (point: Point) => ReadonlyMap<string, number>;

interface Tried {
  readonly point: Point;
  readonly scores: ReadonlyMap<string, number>;
}

const SEED = 20261122;
/** The mean of the best points lies in the middle of the plateau, where a single best one lies at its edge by chance. */
const BEST = 25;
/** Side of the box that is searched once more, as a share of the first. */
const CLOSER_SIDE = 0.4;

/** Random search over a box for the point with the best mean score, and once more closer around what it found. The points of the first search are scored once for all
 *  groups, so that each group can be left out without scoring them again. */
export class RandomSearch {
  readonly #ranges: Ranges;
  readonly #closer: number;
  readonly #score: Score;
  readonly #tried: readonly Tried[];

  /** @param ranges of the coordinates, from and to @param options.closer points of the second search; left out: there is none */
  constructor(
    ranges: Ranges,
    { samples, closer = 0, score }: { readonly samples: number; readonly closer?: number; readonly score: Score },
  ) {
    this.#ranges = ranges;
    this.#closer = closer;
    this.#score = score;
    this.#tried = this.#try(ranges, samples);
  }

  /** Mean of the best points by the mean score of these groups. */
  best(groups: readonly string[]): Point {
    const first = meanOfBest(this.#tried, groups);
    if (this.#closer === 0) return first;
    const around = this.#ranges.map(([from, to], at) => {
      const half = (CLOSER_SIDE * (to - from)) / 2;
      const middle = first[at] ?? 0;
      return [Math.max(from, middle - half), Math.min(to, middle + half)] as const;
    });
    return meanOfBest([...this.#tried, ...this.#try(around, this.#closer)], groups);
  }

  #try(ranges: Ranges, samples: number): readonly Tried[] {
    const random = new SeededRandom(SEED);
    return Array.from({ length: samples }, () => {
      const point = ranges.map(([from, to]) => from + random.next() * (to - from));
      return { point, scores: this.#score(point) };
    });
  }
}

function meanOfBest(tried: readonly Tried[], groups: readonly string[]): Point {
  const best = tried
    .map(({ point, scores }) => ({ point, total: sum(groups.map((group) => scores.get(group) ?? 0)) }))
    .sort((a, b) => b.total - a.total)
    .slice(0, BEST);
  return (best[0]?.point ?? []).map((_, at) => sum(best.map(({ point }) => point[at] ?? 0)) / best.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
