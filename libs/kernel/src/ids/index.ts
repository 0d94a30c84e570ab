export { chunkOriginalId, documentId, md5Uuid, sha256Hex } from './hash-ids.js';
