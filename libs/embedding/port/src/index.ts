export { embeddedText, type EmbedOptions, type EmbeddingProvider } from './provider/embedding-provider.js';
export { EmbeddingProviders } from './provider/embedding-providers.js';
