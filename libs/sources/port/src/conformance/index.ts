export { describeSourceReader, type SampleSource, type SourceReaderHarness } from './describe-source-reader.js';
