export type { EngineAnalyser } from './engine/analyser.js';
export { EmbeddedEngine, type EmbeddedEngineOptions } from './engine/embedded-engine.js';
