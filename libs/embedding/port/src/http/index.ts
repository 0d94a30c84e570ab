export { ModelServer } from './model-server.js';
export { readVectors } from './read-vectors.js';
export { sendInBatches } from './send-in-batches.js';
