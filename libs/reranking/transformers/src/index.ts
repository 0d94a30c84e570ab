export { TransformersReranker } from './reranker/transformers-reranker.js';
