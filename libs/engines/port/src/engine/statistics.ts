/** What an engine tells of a collection; null where it does not know. */
export interface EngineStatistics {
  /** In the engine's own words, such as `green`. */
  readonly status: string;
  readonly points: number;
  /** Points with a dense vector, exact. */
  readonly vectors: number | null;
  readonly indexedVectors: number | null;
  readonly segments: number | null;
  readonly dimension: number | null;
  readonly distance: 'cosine' | 'dot' | 'euclid' | 'manhattan' | null;
}
