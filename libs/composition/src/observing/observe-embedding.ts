import type { CachingOptions } from '@tributary/embedding-port';
import type { Collaborators } from '@tributary/ingestion';
import { createEmbeddingMetrics } from '@tributary/platform/metrics';
import type { Observing } from './observing.js';

interface EmbeddingObserver {
  readonly countTokens: NonNullable<Collaborators['countTokens']>;
  readonly countFound: NonNullable<CachingOptions['count']>;
}

/** Counts what embedders are scaled by. */
export function observeEmbedding({ metrics }: Observing): EmbeddingObserver {
  const { tokens, cacheHits, cacheMisses } = createEmbeddingMetrics(metrics.registry);
  return {
    countTokens: (model, count) => {
      tokens.inc({ model }, count);
    },
    countFound: ({ hits, misses }) => {
      cacheHits.inc(hits);
      cacheMisses.inc(misses);
    },
  };
}
