export { collectionNameOf } from './collection-names.js';
export { placeOfChunk, placeOfPoint, type PointPlace } from './point-ids.js';
export { chunkOriginalId, documentId, md5Uuid, sha256Hex, sourceId } from './hash-ids.js';
export { isUuid } from './uuid.js';
export { formatWriteToken, mergeWriteTokens, parseWriteToken, type WriteMarks } from './write-token.js';
