export { knownPrefixes, type Prefixes } from './prefixes/known-prefixes.js';
export { embeddedText, type EmbedOptions, type EmbeddingProvider } from './provider/embedding-provider.js';
export { EmbeddingProviders } from './provider/embedding-providers.js';
export { embedTolerantly } from './vectors/embed-tolerantly.js';
export { embedWords } from './vectors/embed-words.js';
export { toUnitVector } from './vectors/unit-vector.js';
export type { WeightedWord, WordModel } from './words/word-model.js';
