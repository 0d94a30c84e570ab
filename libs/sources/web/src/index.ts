export { WebReader, type WebReaderOptions } from './reader/web-reader.js';
