export type {
  ExtractedLink,
  ExtractedPage,
  ExtractedSection,
  Extraction,
  ExtractionOutcome,
  ExtractionRequest,
  Refusal,
  RefusalReason,
  TextExtractor,
} from './extraction/text-extractor.js';
export type { SourceMemory, SourceNote } from './reader/source-memory.js';
export type {
  FoundEntry,
  LeftOutEntry,
  MissingPaths,
  PartialReader,
  PartialScanOptions,
  ReadDocument,
  ReaderRevision,
  ReadOptions,
  ReadOutcome,
  RootState,
  ScannedEntry,
  ScanOptions,
  SourceReader,
  SourceSettings,
} from './reader/source-reader.js';
export { decodeDamagedUtf8, type DamagedUtf8 } from './text/damaged-utf8.js';
export { fromFirstTag } from './text/first-tag.js';
export { isBlank, NO_TEXT } from './text/no-text.js';
export { isRichText } from './text/rich-text.js';
export type { DocumentVerifier, VerifiableDocument, VerifyOptions } from './verification/document-verifier.js';
export type { FolderWatcher, Watch, WatchMethod, WatchOptions } from './watching/folder-watcher.js';
