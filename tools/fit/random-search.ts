import { SeededRandom } from '@tributary/testing';

/** Coordinates of one point of the box. */
export type Point = readonly number[];

const SEED = 20261122;
/** The mean of the best points lies in the middle of the plateau, where a single best one lies at its edge by chance. */
const BEST = 25;

/** Random search over a box for the point with the best mean score. Every point is scored once for all groups, so that each group can be left out without
 *  scoring again. */
export class RandomSearch {
  readonly #tried: readonly { readonly point: Point; readonly scores: ReadonlyMap<string, number> }[];

  /** @param ranges of the coordinates, from and to @param score of a point, by group */
  constructor(
    ranges: readonly (readonly [from: number, to: number])[],
    { samples, score }: { readonly samples: number; readonly score: (point: Point) => ReadonlyMap<string, number> },
  ) {
    const random = new SeededRandom(SEED);
    this.#tried = Array.from({ length: samples }, () => {
      const point = ranges.map(([from, to]) => from + random.next() * (to - from));
      return { point, scores: score(point) };
    });
  }

  /** Mean of the best points by the mean score of these groups. */
  best(groups: readonly string[]): Point {
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const best = this.#tried
      .map(({ point, scores }) => ({ point, total: sum(groups.map((group) => scores.get(group) ?? 0)) }))
      .sort((a, b) => b.total - a.total)
      .slice(0, BEST);
    return (best[0]?.point ?? []).map((_, at) => sum(best.map(({ point }) => point[at] ?? 0)) / best.length);
  }
}
