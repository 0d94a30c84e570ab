export { FolderReader } from './reader/folder-reader.js';
export { ALWAYS_SKIPPED, DEFAULT_RULES, type DefaultRule } from './rules/default-rules.js';
export { gitExcludesFile } from './scan/git-excludes-file.js';
