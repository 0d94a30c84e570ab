import type { QdrantSettings } from './qdrant/qdrant-settings.js';

/** What the dialects are set up with: section `dialects` of the configuration, a key a dialect. */
export interface DialectSettings {
  readonly qdrant?: QdrantSettings;
}
