import { describeEmbeddingProvider, describeRemoteProvider, type RemoteSettings } from '@tributary/embedding-port/conformance';
import { startOllamaServer, type FaultyServer } from '@tributary/testing';
import { afterAll, beforeAll } from 'vitest';
import { OllamaEmbeddingProvider } from './ollama-embedding-provider.js';
import { openServedModel } from './served-model.fixture.js';

const QUERY_PREFIX = 'Represent this sentence for searching relevant passages: ';
let server: FaultyServer;
beforeAll(async () => {
  server = await startOllamaServer(await openServedModel('mxbai-embed-large'));
});
afterAll(() => server.stop());

describeEmbeddingProvider('A model of Ollama', () => new OllamaEmbeddingProvider({ name: 'mxbai', url: server.url }), {
  expected: { distance: 'cosine', query_prefix: QUERY_PREFIX, document_prefix: '' },
});
describeEmbeddingProvider(
  'A model of Ollama with prefixes of its settings',
  () => new OllamaEmbeddingProvider({ name: 'mxbai', url: `${server.url}/`, queryPrefix: 'q: ', documentPrefix: 'd: ' }),
  { expected: { query_prefix: 'q: ', document_prefix: 'd: ' } },
);

describeRemoteProvider('A model of Ollama', async ({ timeoutMs }: RemoteSettings) => {
  const own = await startOllamaServer(await openServedModel('nomic-embed-text'));
  const options = { name: 'nomic', url: own.url, timeoutMs };
  return {
    server: own,
    model: 'nomic-embed-text',
    provider: new OllamaEmbeddingProvider({ ...options, model: 'nomic-embed-text' }),
    startHint: /Start it with `ollama serve`/,
    otherModel: new OllamaEmbeddingProvider({ ...options, model: 'bge-m3' }),
    modelHint: /Fetch it with `ollama pull bge-m3`/,
  };
});
