export { noteReaders } from './note-readers.js';
