import type { LaneWeights } from '../weights/lane-weights.js';
import { CHANCE, JOINT } from '../weights/parameters.js';

/** One collection's candidates on their way into the one ranking. */
export interface FederatedCollection {
  /** By its own counts and model. */
  readonly own: readonly number[];
  /** In the same order, as if all searched collections were one. */
  readonly joint: readonly number[];
  /** The highest of its candidates. */
  readonly level: number;
  /** Of what it found to what the collection of the best passage found, 0 to 1. */
  readonly likeness: number;
  /** What chance reaches among its passages (`chanceLevel`): the best of many lies higher than the best of few, whether or not either is an answer. */
  readonly chance: number;
}

/** One ranking of several collections: joint score + own · (own score − best own score of the collection) + what speaks for the collection. The first part places
 *  passages of all collections among each other, the second adds what only their own collection can tell. For a collection speak its best passage, and that it
 *  found the same kind of thing as the collection of the best passage. All but the first part counts as much as the collections differ: nothing among parts of one corpus.
 *  A collection that is smaller than that of the best passage gains what it lacks of chance, as far as it says as much of the query, a larger one loses it, both as far as it found another kind of thing
 *  (docs/adr/0204-small-collections-beside-large-ones.md).
 *  @param heterogeneity of the collections, 0 to 1 @returns a score per candidate */
export function federate(
  collections: readonly FederatedCollection[],
  { weights, heterogeneity }: { readonly weights: LaneWeights; readonly heterogeneity: number },
): number[][] {
  const leading = leaderOf(collections);
  return collections.map(({ own, joint, level, likeness, chance }) => {
    const lift = JOINT.best * highest(joint) + weights.semantic * JOINT.likeness * likeness;
    const bestOwn = highest(own);
    const size = leading === undefined ? 0 : CHANCE * (1 - Math.max(0, likeness)) * gainBy({ level, chance }, leading);
    return joint.map((score, at) => score + size + heterogeneity * (JOINT.own * ((own[at] ?? 0) - bestOwn) + lift));
  });
}

type Found = Pick<FederatedCollection, 'level' | 'chance'>;

/** What a collection has less of chance than the leader, as far as what it found says as much of the query; in full where it has more. */
function gainBy({ level, chance }: Found, leading: Found): number {
  const less = leading.chance - chance;
  if (less <= 0) return less;
  return leading.level > 0 ? less * Math.min(1, Math.max(0, level / leading.level)) : 0;
}

/** The collection of the best passage. */
function leaderOf(collections: readonly FederatedCollection[]): FederatedCollection | undefined {
  const bests = collections.map(({ joint }) => highest(joint));
  return collections[bests.indexOf(Math.max(...bests))];
}

function highest(values: readonly number[]): number {
  return values.reduce((best, value) => Math.max(best, value), -Infinity);
}
