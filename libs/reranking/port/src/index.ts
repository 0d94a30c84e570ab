export type { RerankOptions, RerankRequest, RerankScores, Reranker } from './reranker/reranker.js';
export { cutText } from './texts/cut-text.js';
export { growingBatches } from './texts/growing-batches.js';
export { twoAtOnce } from './texts/two-at-once.js';
