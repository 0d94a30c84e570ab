import type { SearchRequest } from '@tributary/contracts';
import type { ParsedQuery } from '@tributary/ranking';

const FEW_COLLECTIONS = 4;
const MANY_COLLECTIONS = 16;

/** Three hundred passages of a lane over all collections rank the first ten as well as a hundred of each do (docs/ranking.md); longer lists, diversity
 *  and the check of contents need more. */
export function candidatesPerLane({ limit, diversity }: SearchRequest, { phrases, excluded }: ParsedQuery, collections: number): number {
  if (phrases.length + excluded.length > 0) return 200;
  const share = collections > FEW_COLLECTIONS ? Math.min(30, Math.max(12, Math.ceil(300 / collections))) : 100;
  return Math.max(share, limit * (diversity > 0 ? 3 : collections > MANY_COLLECTIONS ? 1 : 2));
}
