export { HeadedFilesReader } from './markdown/headed-files-reader.js';
export { noteReaders } from './note-readers.js';
