export type { EngineAnalyser } from './engine/analyser.js';
export { EMBEDDED_CAPABILITIES, EmbeddedEngine, type EmbeddedEngineOptions } from './engine/embedded-engine.js';
export { storeDamaged } from './store/sqlite-errors.js';
