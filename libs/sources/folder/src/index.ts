export { FolderReader } from './reader/folder-reader.js';
export { ALWAYS_SKIPPED, DEFAULT_RULES } from './rules/default-rules.js';
export { gitExcludesFile } from './scan/git-excludes-file.js';
