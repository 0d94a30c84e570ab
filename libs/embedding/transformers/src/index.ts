export type { Pooling } from '@tributary/onnx';
export type { TransformersOptions } from './folder/read-model.js';
export { TransformersEmbeddingProvider } from './provider/transformers-embedding-provider.js';
