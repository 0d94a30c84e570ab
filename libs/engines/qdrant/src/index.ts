export type { EngineAnalyser } from './engine/analyser.js';
export { QDRANT_CAPABILITIES, QdrantEngine, type QdrantEngineOptions } from './engine/qdrant-engine.js';
export type { QdrantSettings } from './connection/settings.js';
