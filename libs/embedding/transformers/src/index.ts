export type { Pooling } from './folder/pooling.js';
export type { TransformersOptions } from './folder/read-model.js';
export { TransformersEmbeddingProvider } from './provider/transformers-embedding-provider.js';
