export { OpenAiEmbeddingProvider, type OpenAiOptions } from './provider/openai-embedding-provider.js';
