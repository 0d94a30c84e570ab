import type { Neighbour } from '../copy/migration-source.js';

const NEAREST = 10;
/** Asked for beyond the ten, so that ties at the end of the list do not count as differences. */
export const ASKED = 30;
/** Scores closer than this are ties: engines add in different orders. */
const TIE = 1e-5;

/** Of the nearest ten in the source, how many the target gives, too; points tied with the tenth of the target may stand for each other. */
export function overlapOf(source: readonly Neighbour[], target: readonly Neighbour[]): { readonly shared: number; readonly of: number } {
  const expected = source.slice(0, NEAREST);
  const last = target[Math.min(NEAREST, target.length) - 1]?.score ?? Infinity;
  const given = new Set(target.filter(({ score }, i) => i < NEAREST || score >= last - TIE).map(({ id }) => id));
  return { shared: expected.filter(({ id }) => given.has(id)).length, of: expected.length };
}
