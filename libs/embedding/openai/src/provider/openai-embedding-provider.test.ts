import { startOpenAiServer, type FaultyServer, type OpenAiDialect, type ServedModel } from '@tributary/testing';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OpenAiEmbeddingProvider, type OpenAiOptions } from './openai-embedding-provider.js';
import { openServedModel } from './served-model.fixture.js';

const containing = (text: string): unknown => expect.stringContaining(text);
const DOCUMENT = { kind: 'document' } as const;
const TEXTS = ['read a file', 'delete a row', 'the orchestra plays a symphony'];

describe('a model of an OpenAI-compatible server', () => {
  let model: ServedModel;
  const servers: FaultyServer[] = [];
  beforeAll(async () => {
    model = await openServedModel('plain');
  });
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

  async function open(options: Partial<OpenAiOptions> & { readonly dialect?: OpenAiDialect; readonly serverKey?: string } = {}) {
    const { dialect, serverKey, ...rest } = options;
    const server = await startOpenAiServer({
      model,
      ...(dialect === undefined ? {} : { dialect }),
      ...(serverKey === undefined ? {} : { apiKey: serverKey }),
    });
    servers.push(server);
    return { server, provider: new OpenAiEmbeddingProvider({ name: 'm', url: `${server.url}/v1`, model: 'plain', ...rest }) };
  }

  it.each(['openai', 'tei', 'vllm', 'lmstudio', 'llamacpp'] as const)(
    'gives the numbers of the model behind it, in order, over %s',
    async (dialect) => {
      const { provider } = await open({ dialect });
      const expected = await model.embed(TEXTS);
      const vectors = await provider.embed(TEXTS, DOCUMENT);
      for (const [i, vector] of vectors.entries())
        expect([...vector].map((value, d) => Math.abs(value - (expected[i]?.[d] ?? 9))).every((error) => error < 1e-6)).toBe(true);
    },
  );

  it('asks for numbers from a server that refuses base64, and only once', async () => {
    const { server, provider } = await open({ dialect: 'llamacpp' });
    await provider.embed(TEXTS, DOCUMENT);
    await provider.embed(TEXTS, DOCUMENT);
    expect(server.requests.map(({ body }) => body)).toEqual(
      ['base64', 'float', 'float'].map((encoding_format) => ({ model: 'plain', input: TEXTS, encoding_format })),
    );
  });

  it('goes where its address sends it, without its key to another server', async () => {
    const { server, provider } = await open({ apiKey: 'secret', serverKey: 'secret' });
    const { server: other } = await open();
    server.break({ kind: 'status', status: 308, headers: { location: `${other.url}/v1/embeddings` } });
    const [vector] = await provider.embed(['read a file'], DOCUMENT);
    const [expected] = await model.embed(['read a file']);
    expect([...(vector ?? [])].every((value, d) => Math.abs(value - (expected?.[d] ?? 9)) < 1e-6)).toBe(true);
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer secret');
    expect(other.requests[0]?.headers['authorization']).toBeUndefined();
    // A circle is no answer either.
    other.break({ kind: 'status', status: 308, headers: { location: `${server.url}/v1/embeddings` } });
    await expect(provider.embed(['delete a row'], DOCUMENT)).rejects.toMatchObject({
      code: 'EMBEDDER.UNAVAILABLE',
      retryable: true,
      message: containing('leads back to itself'),
    });
  });

  it('learns the dimension again once an answer was of another length, and where it is asked to', async () => {
    const { server, provider } = await open();
    const { dimension, revision } = await provider.describe();
    server.break({ kind: 'dimension' });
    await expect(provider.embed(TEXTS, DOCUMENT)).rejects.toMatchObject({ code: 'EMBEDDER.ANSWER_INVALID' });
    expect(await provider.describe()).toMatchObject({ dimension: dimension - 1, revision });
    const [shorter] = await provider.embed(TEXTS, DOCUMENT);
    expect(shorter).toHaveLength(dimension - 1);
    server.mend();
    expect(await provider.describe(undefined, 'now')).toMatchObject({ dimension: dimension - 1 });
    expect(await provider.describe(undefined, 'anew')).toMatchObject({ dimension });
  });

  it('sends less at once to a server that takes fewer texts', async () => {
    const { server, provider } = await open({ dialect: 'tei' });
    const texts = Array.from({ length: 20 }, (_, i) => `text ${i.toString()}`);
    expect(await provider.embed(texts, DOCUMENT)).toHaveLength(20);
    expect(server.requests.length).toBeGreaterThan(2);
  });

  it('cuts a text that is too long for the server until it fits, and leaves its neighbours whole', async () => {
    const { provider } = await open({ dialect: 'vllm' });
    const [long, short] = await provider.embed(['word '.repeat(3000), 'read a file'], DOCUMENT);
    const [expected] = await model.embed(['read a file']);
    expect(Math.hypot(...(long ?? []))).toBeCloseTo(1, 5);
    expect(short?.[0]).toBeCloseTo(expected?.[0] ?? 9, 5);
  });

  it('sends its key, and says which setting holds it when it is refused', async () => {
    const { server, provider } = await open({ apiKey: 'sk-right', serverKey: 'sk-right' });
    await provider.embed(TEXTS, DOCUMENT);
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer sk-right');
    const denied = await open({ apiKey: 'sk-wrong-0123', serverKey: 'sk-right' });
    await expect(denied.provider.embed(TEXTS, DOCUMENT)).rejects.toMatchObject({
      code: 'EMBEDDER.DENIED',
      message: `The embedding server at ${denied.server.url}/v1 (model plain) refuses access (401: Incorrect API key provided: …. You can find your API key at the account page). Set models.m.api_key to a key that may use this model.`,
    });
  });

  it('tells an exhausted quota from a passing limit', async () => {
    const { server, provider } = await open();
    server.break({
      kind: 'status',
      status: 429,
      body: '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}',
    });
    await expect(provider.embed(TEXTS, DOCUMENT)).rejects.toMatchObject({
      code: 'EMBEDDER.DENIED',
      message: containing('quota'),
    });
  });

  it('learns its dimension from one word, or asks for the configured one', async () => {
    expect(await (await open()).provider.describe()).toMatchObject({ dimension: model.dimension });
    const { server, provider } = await open({ dimensions: 64 });
    expect(await provider.describe()).toMatchObject({ dimension: 64 });
    expect(server.requests[0]?.body).toMatchObject({ dimensions: 64 });
  });

  it('reaches a server that was restarted over a connection kept open from before', async () => {
    const { server, provider } = await open();
    await provider.embed(TEXTS, DOCUMENT);
    await server.restart();
    expect(await provider.embed(TEXTS, DOCUMENT)).toHaveLength(3);
  });

  it('says that an address is not that of the interface', async () => {
    const { server } = await open();
    const provider = new OpenAiEmbeddingProvider({ name: 'm', url: server.url, model: 'plain' });
    await expect(provider.embed(TEXTS, DOCUMENT)).rejects.toMatchObject({
      code: 'EMBEDDER.ANSWER_INVALID',
      message: containing('Check that models.m.url names the server itself, path included.'),
    });
  });
});
