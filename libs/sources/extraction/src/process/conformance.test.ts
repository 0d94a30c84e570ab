import { describeTextExtractor } from '@tributary/sources-port/conformance';
import { DocumentExtractor } from './document-extractor.js';

describeTextExtractor('DocumentExtractor', () => new DocumentExtractor());
