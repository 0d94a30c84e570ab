import type { SearchRequest } from '@tributary/contracts';
import type { SearchedTogether } from '@tributary/engines-port';
import type { ParsedQuery } from '@tributary/ranking';

/** In the depth of one collection; and what each of so many needs for an order of its own: this together, and no less than three. */
const TOGETHER = { best: 100, shared: 48, each: 3 };

/** So many are each searched as deep as one. */
export const FEW_COLLECTIONS = 4;
const MANY_COLLECTIONS = 16;

/** Three hundred passages of a lane over all collections rank the first ten as well as a hundred of each do (docs/ranking.md); longer lists, diversity
 *  and the check of contents need more. */
export function candidatesPerLane({ limit, diversity }: SearchRequest, { phrases, excluded }: ParsedQuery, collections: number): number {
  if (phrases.length + excluded.length > 0) return 200;
  const share = collections > FEW_COLLECTIONS ? Math.min(30, Math.max(12, Math.ceil(300 / collections))) : 100;
  return Math.max(share, limit * (diversity > 0 ? 3 : collections > MANY_COLLECTIONS ? 1 : 2));
}

/** How deep a search over several collections goes where an engine searches them as one: as deep as in one collection (docs/ranking.md). Undefined where each has to
 *  be searched by itself: few collections, of which each may hold another part of the answer; one lane's order, or fused ranks, take what each collection's lane names,
 *  and contents are checked afterwards.
 *  @returns another object for each search */
export function depthTogether(
  { algorithm, limit, diversity }: SearchRequest,
  { phrases, excluded }: ParsedQuery,
  collections: number,
): SearchedTogether | undefined {
  if (algorithm !== 'hybrid' || collections <= FEW_COLLECTIONS || phrases.length + excluded.length > 0) return undefined;
  const { best, shared, each } = TOGETHER;
  return { best: Math.max(best, limit * (diversity > 0 ? 3 : 2)), each: Math.max(each, Math.floor(shared / collections)) };
}
