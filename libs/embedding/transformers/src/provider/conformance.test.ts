import { describeEmbeddingProvider } from '@tributary/embedding-port/conformance';
import { findModelFolder } from '@tributary/testing';
import { it } from 'vitest';
import { TransformersEmbeddingProvider } from './transformers-embedding-provider.js';

const folder = findModelFolder();
if (folder.kind === 'none') {
  it('The MiniLM transformer as an embedding provider', (context) => {
    context.skip(folder.reason);
  });
} else {
  const expected = { dimension: 384, distance: 'cosine', query_prefix: '', document_prefix: '' } as const;
  describeEmbeddingProvider('The MiniLM transformer', () => new TransformersEmbeddingProvider({ name: 'minilm', path: folder.path }), {
    expected,
  });
  describeEmbeddingProvider(
    'The MiniLM transformer with prefixes',
    () => new TransformersEmbeddingProvider({ name: 'prefixed', path: folder.path, queryPrefix: 'query: ', documentPrefix: 'passage: ' }),
    { expected: { ...expected, query_prefix: 'query: ', document_prefix: 'passage: ' } },
  );
}
