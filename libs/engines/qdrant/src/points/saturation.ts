import type { TermVector } from '@tributary/engines-port';
import { BM25, frequencyOf, lengthNorm, saturate } from '@tributary/ranking';

/** Mean length that the stored weights were made for. It never changes, since all weights of a collection must be made alike; what the true mean
 *  changes is made good when candidates are scored (`Bm25Lane`). */
export const FROZEN_MEAN_LENGTH = 64;

/** The sparse vector of the keyword lane: term frequencies, saturated and normalised. With the inverse document frequency and k1 + 1 in the query, a dot product with it is BM25. */
export function sparseVectorOf({ ids, body, title, length }: TermVector): { indices: number[]; values: number[] } {
  const norm = lengthNorm(length, FROZEN_MEAN_LENGTH);
  const values = Array.from(ids, (_, i) => saturate(frequencyOf(body[i] ?? 0, title[i] ?? 0), norm) / (BM25.k1 + 1));
  return { indices: [...ids], values };
}
