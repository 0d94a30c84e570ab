export { followSource, type SourceProgress } from './follow-source.js';
