export { StaticEmbeddingProvider } from './provider/static-embedding-provider.js';
