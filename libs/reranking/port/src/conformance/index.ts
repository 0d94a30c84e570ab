export { describeReranker } from './describe-reranker.js';
