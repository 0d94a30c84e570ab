export { describeFolderWatcher, type FolderWatcherHarness } from './describe-folder-watcher.js';
export { describeSourceReader, type SampleSource, type SourceReaderHarness } from './describe-source-reader.js';
export { describeTextExtractor } from './describe-text-extractor.js';
