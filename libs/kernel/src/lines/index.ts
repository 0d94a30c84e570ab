export { LineSplitter, type Line } from './line-splitter.js';
