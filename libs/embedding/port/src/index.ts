export { CachingProvider, type CachingOptions } from './caching/caching-provider.js';
export type { CachedVector, ModelRevision, VectorCache } from './caching/vector-cache.js';
export { knownPrefixes, type Prefixes } from './prefixes/known-prefixes.js';
export {
  embeddedPassage,
  embeddedText,
  type DescribeWhen,
  type EmbedOptions,
  type EmbeddingProvider,
} from './provider/embedding-provider.js';
export { EmbeddingProviders } from './provider/embedding-providers.js';
export { BATCHES_IN_FLIGHT, BatchingProvider } from './serving/batching-provider.js';
export { chooseBatch } from './serving/choose-batch.js';
export { GuardedProvider } from './serving/guarded-provider.js';
export { embedTolerantly } from './vectors/embed-tolerantly.js';
export { embedWords } from './vectors/embed-words.js';
export { toUnitVector } from './vectors/unit-vector.js';
export type { AskedPassages, WeightedWord, WordModel } from './words/word-model.js';
