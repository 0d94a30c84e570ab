import type { TermVector } from '@tributary/engines-port';
import { BM25 } from '@tributary/ranking';

/** Mean length that the stored weights were made for. It never changes, since all weights of a collection must be made alike; what the true mean
 *  changes is made good when candidates are scored (`exactScore`). */
export const FROZEN_MEAN_LENGTH = 64;

/** Term frequency, saturated and normalised: with the inverse document frequency and k1 + 1 in the query, a dot product with it is BM25. */
export function saturated({
  frequency,
  length,
  meanLength,
}: {
  readonly frequency: number;
  readonly length: number;
  readonly meanLength: number;
}): number {
  const norm = 1 - BM25.b + (meanLength > 0 ? (BM25.b * length) / meanLength : BM25.b);
  return frequency / (frequency + BM25.k1 * norm);
}

/** The sparse vector of the keyword lane. */
export function sparseVectorOf({ ids, body, title, length }: TermVector): { indices: number[]; values: number[] } {
  const values = Array.from(ids, (_, i) => {
    const frequency = (body[i] ?? 0) + BM25.titleWeight * (title[i] ?? 0);
    return saturated({ frequency, length, meanLength: FROZEN_MEAN_LENGTH });
  });
  return { indices: [...ids], values };
}
