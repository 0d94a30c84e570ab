export { chromaCapabilities } from './engine/capabilities.js';
export { ChromaEngine, type ChromaEngineOptions } from './engine/chroma-engine.js';
export type { ChromaSettings } from './settings/chroma-settings.js';
export { findChromaProgram } from './folder/chroma-program.js';
export { countFolderCollections } from './folder/folder-collections.js';
