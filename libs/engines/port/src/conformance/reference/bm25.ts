import type { Point, QueryTerm, TermStatistics } from '../../index.js';

/** k1 and b of BM25. */
export interface Bm25 {
  readonly k1: number;
  readonly b: number;
}

/** N, total length and document frequencies, counted afresh. */
export function countStatistics(points: readonly Point[], terms: readonly QueryTerm[]): TermStatistics {
  return {
    points: points.length,
    totalLength: points.reduce((sum, { features }) => sum + features.terms.length, 0),
    documentFrequency: terms.map(({ id }) => points.filter((point) => occurrencesOf(point, id) !== undefined).length),
  };
}

/** Σ weight · ln(1 + (N − df + ½)/(df + ½)) · tf (k1 + 1) / (tf + k1 (1 − b + b·length/mean)), tf in content and title alike. */
export function bm25Score(
  point: Point,
  terms: readonly QueryTerm[],
  { statistics: { points, totalLength, documentFrequency }, bm25: { k1, b } }: { readonly statistics: TermStatistics; readonly bm25: Bm25 },
): number {
  return terms.reduce((sum, { id, weight }, i) => {
    const found = occurrencesOf(point, id);
    if (!found) return sum;
    const df = documentFrequency[i] ?? 0;
    const idf = Math.log(1 + (points - df + 0.5) / (df + 0.5));
    const tf = found.body + found.title;
    const norm = 1 - b + (b * point.features.terms.length) / (totalLength / points);
    return sum + (weight * idf * tf * (k1 + 1)) / (tf + k1 * norm);
  }, 0);
}

/** How often a term occurs in a point; undefined where it does not. */
export function occurrencesOf({ features: { terms } }: Point, id: number): { readonly body: number; readonly title: number } | undefined {
  const at = terms.ids.indexOf(id);
  return at < 0 ? undefined : { body: terms.body[at] ?? 0, title: terms.title[at] ?? 0 };
}
