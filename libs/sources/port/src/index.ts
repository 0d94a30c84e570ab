export type { ReadOutcome, RootState, ScannedEntry, SourceReader } from './reader/source-reader.js';
export type { DocumentVerifier, VerifiableDocument, VerifyOptions } from './verification/document-verifier.js';
