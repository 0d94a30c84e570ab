// Free of the test runner, so that child processes of tests can import it.
export { termOf } from '../samples/analysis.js';
export { sampleAnalysis } from '../samples/sample-analysis.js';
export { sampleCard } from '../samples/sample-card.js';
export { sampleDocument, type SampleChunk, type SampleDocument } from '../samples/sample-document.js';
export { vectorOf } from '../samples/vectors.js';
export { MemoryForeign, type MemoryForeignCollection } from './memory-foreign.js';
export { MEMORY_CAPABILITIES, MemoryEngine, type MemoryEngineOptions } from './memory-engine.js';
