export { describeEmbeddingProvider } from './describe-embedding-provider.js';
