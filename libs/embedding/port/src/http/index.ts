export { ModelServer } from './model-server.js';
export { readVectors } from './read-vectors.js';
export { requireDirections } from './require-directions.js';
export { sendInBatches } from './send-in-batches.js';
