import { describeEmbeddingProvider } from '@tributary/embedding-port/conformance';
import { StaticEmbeddingProvider } from './static-embedding-provider.js';

describeEmbeddingProvider('The static model', () => new StaticEmbeddingProvider());
