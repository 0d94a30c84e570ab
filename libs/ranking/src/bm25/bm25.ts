/** Saturation, length normalisation and the weight of a title occurrence, as measured in docs/ranking.md. */
export const BM25 = { k1: 1.6, b: 0.75, titleWeight: 1 } as const;

/** Inverse document frequency that never falls below 0: ln(1 + (N − df + ½) / (df + ½)) (Robertson & Zaragoza 2009, with Lucene's 1 +). */
export function idf(points: number, documentFrequency: number): number {
  const df = Math.min(documentFrequency, points);
  return Math.log(1 + (points - df + 0.5) / (df + 0.5));
}

/** Occurrences of a term as BM25 counts them. @param body those in the content @param title those in the title path */
export function frequencyOf(body: number, title: number): number {
  return body + BM25.titleWeight * title;
}

/** What the length of a chunk, in tokens of content and title path, does to all of its terms: 1 where it is as long as most. */
export function lengthNorm(length: number, averageLength: number): number {
  return 1 - BM25.b + (averageLength > 0 ? (BM25.b * length) / averageLength : BM25.b);
}

/** The weight of a term that occurs so often in a chunk with this norm; times `idf` it is the term's BM25. Between 0 and k1 + 1. */
export function saturate(frequency: number, norm: number): number {
  return frequency === 0 ? 0 : (frequency * (BM25.k1 + 1)) / (frequency + BM25.k1 * norm);
}
