import type { RefinedHit } from '../refine/refined-hit.js';

/** The near duplicates of a hit as hits in its place, the best first. What was counted and explained of the hit itself is not said of them. */
export function standInsFor({ listed: { relevance }, alsoIn = [] }: RefinedHit): readonly RefinedHit[] {
  return alsoIn.map(({ id, collection }) => ({
    listed: { id, collection: collection.record.name, relevance },
    collection,
    alsoIn: alsoIn.filter((other) => other.id !== id || other.collection !== collection),
  }));
}
