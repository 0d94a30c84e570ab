export type { Chunk, ChunkedDocument } from './document/chunk.js';
export { CHUNKER, chunkDocument, type DocumentToChunk } from './document/chunk-document.js';
export { documentTypeOf, languageOf, shapeOf } from './languages/languages.js';
export { languageOfScript } from './languages/script-language.js';
export { markdownCodeRanges } from './markdown/code-ranges.js';
