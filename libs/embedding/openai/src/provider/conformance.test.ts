import { describeEmbeddingProvider, describeRemoteProvider, type RemoteSettings } from '@tributary/embedding-port/conformance';
import { startOpenAiServer, type FaultyServer, type OpenAiDialect } from '@tributary/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { OpenAiEmbeddingProvider } from './openai-embedding-provider.js';
import { openServedModel } from './served-model.fixture.js';

const DIALECTS: readonly OpenAiDialect[] = ['openai', 'tei', 'vllm', 'lmstudio', 'llamacpp'];
const MODEL = 'intfloat/e5-small-v2';

describe.each(DIALECTS)('in the dialect of %s', (dialect) => {
  let server: FaultyServer;
  beforeAll(async () => {
    server = await startOpenAiServer({ model: await openServedModel(MODEL), dialect });
  });
  afterAll(() => server.stop());
  const open = () => new OpenAiEmbeddingProvider({ name: 'e5', url: `${server.url}/v1`, model: MODEL });
  const expected = { distance: 'cosine', query_prefix: 'query: ', document_prefix: 'passage: ' } as const;
  describeEmbeddingProvider('A model of an OpenAI-compatible server', open, { expected });
});

describeRemoteProvider('A model of an OpenAI-compatible server', async ({ timeoutMs, apiKey }: RemoteSettings) => {
  const server = await startOpenAiServer({ model: await openServedModel('text-embedding-3-small'), apiKey });
  const options = { name: 'small', url: `${server.url}/v1`, apiKey, timeoutMs };
  return {
    server,
    model: 'text-embedding-3-small',
    provider: new OpenAiEmbeddingProvider({ ...options, model: 'text-embedding-3-small' }),
    startHint: /Start it, or correct models\.small\.url/,
    otherModel: new OpenAiEmbeddingProvider({ ...options, model: 'other' }),
    modelHint: /has no model other\. Load it there, or name one it has in models\.small\.model/,
  };
});
