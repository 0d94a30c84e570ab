export type { SourceMemory, SourceNote } from './reader/source-memory.js';
export type {
  FoundEntry,
  LeftOutEntry,
  ReadDocument,
  ReadOptions,
  ReadOutcome,
  RootState,
  ScannedEntry,
  ScanOptions,
  SourceReader,
  SourceSettings,
} from './reader/source-reader.js';
export type { DocumentVerifier, VerifiableDocument, VerifyOptions } from './verification/document-verifier.js';
