export { DEFAULT_BUDGETS, type ExtractionBudgets } from './budgets/budgets.js';
export { DocumentExtractor } from './process/document-extractor.js';
export { FORMATS, type Format } from './formats/formats.js';
