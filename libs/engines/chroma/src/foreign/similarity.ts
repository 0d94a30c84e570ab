import { cosine } from '@tributary/ranking';
import type { ForeignRow } from './foreign-row.js';
import type { Space } from './foreign-place.js';

/** The cosine of a query and a neighbour. Distances of cosine space tell it: 1 − d. The others, squared length of the difference (l2) and 1 − dot
 *  product (ip), tell it for vectors of unit length only, which nobody promises of a foreign collection: there it is computed from the vector. */
export function similarityOf(
  space: Space,
  query: Float32Array,
  { vector, distance }: Pick<ForeignRow, 'vector' | 'distance'>,
): number | undefined {
  if (space === 'cosine' && distance !== undefined) return 1 - distance;
  return vector && cosine(query, vector);
}
