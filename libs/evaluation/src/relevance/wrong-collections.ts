/** Wrong collections each query is sent to one at a time. */
const WRONG = 2;

/** Which of the other collections the queries of a set are sent to one at a time: two each, in turn, so that every pair of collections is asked alike often and
 *  the figure does not hang on which ones come to stand beside each other.
 *  @returns of each query, indexes into the other collections */
export function wrongCollections(queries: number, others: number): readonly (readonly number[])[] {
  const each = Math.min(WRONG, others);
  return Array.from({ length: queries }, (_, query) => Array.from({ length: each }, (__, nth) => (query * each + nth) % others));
}
