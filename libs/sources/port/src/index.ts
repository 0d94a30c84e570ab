export type { ReadOutcome, RootState, ScannedEntry, SourceReader } from './reader/source-reader.js';
