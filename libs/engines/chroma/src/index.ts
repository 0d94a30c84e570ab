export { fromWhere } from './filter/from-where.js';
export { chromaCapabilities } from './engine/capabilities.js';
export { ChromaEngine, type ChromaEngineOptions } from './engine/chroma-engine.js';
export type { ChromaSettings } from './settings/chroma-settings.js';
