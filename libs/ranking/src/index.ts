export { ANALYSER, analyseChunk, type ChunkTerms } from './analysis/analyse-chunk.js';
export { termIdsOf } from './analysis/tokens.js';
export { BM25, bm25Weight, idf } from './bm25/bm25.js';
export { MAX_QUERY_TERMS, parseQuery, type ParsedQuery, type ParsedTerm } from './query/parse-query.js';
export { bigramDice } from './similarity/bigram-dice.js';
export { editDistanceWithin1 } from './similarity/edit-distance.js';
