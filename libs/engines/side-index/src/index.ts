export type { AnalyseText, CommonModel } from './analysis/text-features.js';
export { SideIndexedEngine, sideIndexedCapabilities, type SideIndexedEngineOptions } from './engine/side-indexed-engine.js';
export { AdoptedWriter } from './foreign/adopted-writer.js';
export { openAdopted, type AdoptedOptions } from './foreign/open-adopted.js';
export { SideIndexBuilder, type BuildOptions, type SideIndexBuilderOptions } from './foreign/side-index-builder.js';
export type { SideIndexState } from './foreign/side-index-record.js';
