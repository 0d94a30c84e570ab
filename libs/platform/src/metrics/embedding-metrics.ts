import { Counter, type Registry } from 'prom-client';

/** What embedders are scaled by, as far as a process can tell by itself; what waits is told by the gateway (docs/scaling.md). */
interface EmbeddingMetrics {
  readonly tokens: Counter<'model'>;
  readonly cacheHits: Counter;
  readonly cacheMisses: Counter;
}

export function createEmbeddingMetrics(registry: Registry): EmbeddingMetrics {
  const registers = [registry];
  return {
    tokens: new Counter({
      name: 'tributary_embed_tokens_total',
      help: 'Tokens (UTF-8 bytes / 3.5) of passages that were given to a model, or found in its cache.',
      labelNames: ['model'] as const,
      registers,
    }),
    cacheHits: new Counter({
      name: 'tributary_embedding_cache_hits_total',
      help: 'Passages whose vector was in the cache.',
      registers,
    }),
    cacheMisses: new Counter({
      name: 'tributary_embedding_cache_misses_total',
      help: 'Passages whose vector was not in the cache.',
      registers,
    }),
  };
}
