export { findFolder } from './folder/find-folder.js';
export { findOnnxFile } from './folder/find-onnx-file.js';
export { fingerprint } from './folder/fingerprint.js';
export { modelUnsupported } from './folder/folder-errors.js';
export { FolderReader } from './folder/folder-reader.js';
export { PositionConfig, TokenizerConfig, findTokenizer, maxTokensOf } from './folder/token-limit.js';
export { ModelThread, answerInvalid } from './model-thread/model-thread.js';
export type { ModelOwner } from './owner/model-owner.js';
export type { Pooling } from './thread/pool.js';
