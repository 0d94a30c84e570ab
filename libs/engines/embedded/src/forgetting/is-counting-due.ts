import type { CollectionRow } from '../write/collection-rows.js';

const DAY_MS = 86_400_000;
/** Of so few points the words are counted whenever one was removed: it takes a quarter of a second. */
const FEW_POINTS = 20_000;
/** Of more, when so large a share of them was removed since, or a day has passed. */
const SHARE = 0.1;

type Counted = Pick<CollectionRow, 'points' | 'nextSlot' | 'counted'>;

/** Points ever removed from a collection. */
export function removalsOf({ nextSlot, points }: Pick<CollectionRow, 'points' | 'nextSlot'>): number {
  return nextSlot - points;
}

/** Whether it is worth reading all points of a collection to see which words occur in none: only the removal of a point leaves such a word behind.
 *  @param now ms since the epoch */
export function isCountingDue(collection: Counted, now: number): boolean {
  const { points, counted } = collection;
  const removed = Math.abs(removalsOf(collection) - (counted?.removals ?? 0));
  if (removed === 0) return false;
  if (counted === undefined || points <= FEW_POINTS || removed >= SHARE * points) return true;
  // A moment that has not come yet was noted before the clock went back.
  return now - counted.at >= DAY_MS || counted.at > now;
}
