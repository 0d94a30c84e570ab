import type { ComponentHealth } from '@tributary/contracts';
import type { Deadline } from '@tributary/kernel';

export interface RerankRequest {
  readonly query: string;
  /** The most promising first: where time runs out, the last are left without a score. */
  readonly texts: readonly string[];
}

export interface RerankOptions {
  readonly deadline: Deadline;
  readonly signal?: AbortSignal | undefined;
}

/** One score per text, in order, the higher the better, on a scale of the reranker’s own; undefined for a text there was no time for. */
export type RerankScores = readonly (number | undefined)[];

/** What reads a query and a passage together, loaded when first needed. */
export interface Reranker {
  /** Configured name. */
  readonly name: string;
  /** Name of the embedding model whose cosines are its scores: where a collection is made with that model, they are known already. */
  readonly model?: string;
  /** Scores are finite, and do not depend on the other texts. Blank texts are scored like any other; texts too long for the model are cut.
   *  @throws `RERANKER.UNAVAILABLE` and `RERANKER.RATE_LIMITED` (with `retryAfterMs`), which may pass; `RERANKER.MODEL_NOT_FOUND`, `RERANKER.DENIED`,
   *  `RERANKER.ANSWER_INVALID` and `RERANKER.REQUEST_REFUSED`, which do not; what its embedder throws;
   *  a timeout when not one text was scored by the deadline; the reason of the signal */
  rerank(request: RerankRequest, options: RerankOptions): Promise<RerankScores>;
  health(signal?: AbortSignal): Promise<ComponentHealth>;
  /** Lets go of what is loaded; may be called twice. A later `rerank` loads again. */
  close(): Promise<void>;
}
