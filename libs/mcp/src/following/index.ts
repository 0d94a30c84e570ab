export { withFilledCollections } from './filled-collections.js';
export { followSource, type SourceProgress } from './follow-source.js';
