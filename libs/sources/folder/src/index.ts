export { FolderReader } from './reader/folder-reader.js';
