export { ModelReranker, type ModelRerankerOptions } from './reranker/model-reranker.js';
