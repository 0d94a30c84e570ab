export { FileVectorCache } from './file/file-vector-cache.js';
export { RecordVectorCache } from './records/record-vector-cache.js';
