export { embedInBatches } from './embed-in-batches.js';
export { ModelServer } from './model-server.js';
export { readVectors } from './read-vectors.js';
