export { OllamaEmbeddingProvider, type OllamaOptions } from './provider/ollama-embedding-provider.js';
