import type { Reranker } from '@tributary/reranking-port';

/** How searches are reranked. */
export interface Reranking {
  readonly reranker: Reranker;
  /** What its score counts beside that of the judge, both in standard deviations. */
  readonly weight: number;
  /** A search waits for it until so many milliseconds after it began; half of them are the reranker’s, however long the search took before. */
  readonly waitMs: number;
  /** True when searches are reranked that do not say otherwise. */
  readonly byDefault: boolean;
}
