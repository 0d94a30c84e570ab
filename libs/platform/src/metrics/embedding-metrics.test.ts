import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createEmbeddingMetrics } from './embedding-metrics.js';

it('names the metrics as autoscalers know them', async () => {
  const registry = new Registry();
  const { tokens, cacheHits, cacheMisses } = createEmbeddingMetrics(registry);
  tokens.inc({ model: 'minilm' }, 120);
  cacheHits.inc(2);
  cacheMisses.inc(3);
  const lines = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines).toEqual([
    'tributary_embed_tokens_total{model="minilm"} 120',
    'tributary_embedding_cache_hits_total 2',
    'tributary_embedding_cache_misses_total 3',
  ]);
});
