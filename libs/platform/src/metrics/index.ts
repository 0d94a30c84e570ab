export { BoundedLabel } from './bounded-label.js';
export { createEmbeddingMetrics } from './embedding-metrics.js';
export { mountMetrics } from './mount-metrics.js';
export { createProcessMetrics, type CallOutcome, type ProcessMetrics } from './process-metrics.js';
export { weightsLabel } from './weights-label.js';
