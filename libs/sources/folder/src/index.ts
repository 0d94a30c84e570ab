export { FolderReader } from './reader/folder-reader.js';
export { gitExcludesFile } from './scan/git-excludes-file.js';
