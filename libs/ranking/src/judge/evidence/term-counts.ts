/** Counts behind BM25, of one collection or of several together. */
export interface TermCounts {
  readonly points: number;
  /** Sum of the lengths of all points, in tokens. */
  readonly totalLength: number;
  /** Points that contain each query term, in the order of the terms. */
  readonly documentFrequency: readonly number[];
}

/** The counts of several collections as if they were one. */
export function poolCounts(all: readonly TermCounts[]): TermCounts {
  const terms = Math.max(0, ...all.map(({ documentFrequency }) => documentFrequency.length));
  return {
    points: all.reduce((sum, { points }) => sum + points, 0),
    totalLength: all.reduce((sum, { totalLength }) => sum + totalLength, 0),
    documentFrequency: Array.from({ length: terms }, (_, term) =>
      all.reduce((sum, { documentFrequency }) => sum + (documentFrequency[term] ?? 0), 0),
    ),
  };
}
