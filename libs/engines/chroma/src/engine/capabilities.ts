import type { EngineCapabilities } from '@tributary/engines-port';

/** What Chroma can do. Every condition is exact: what `where` cannot express is looked at point by point. */
export const chromaCapabilities: EngineCapabilities = {
  lanes: ['semantic'],
  conditions: ['match', 'range', 'values_count', 'is_empty', 'is_null', 'has_id', 'nested'],
  atomicDocuments: true,
  primary: false,
  distances: ['cosine'],
};
