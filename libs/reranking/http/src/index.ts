export { HttpReranker, type HttpRerankerOptions } from './reranker/http-reranker.js';
