import { startOllamaServer, type FaultyServer, type ServedModel } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OllamaEmbeddingProvider } from './ollama-embedding-provider.js';
import { openServedModel } from './served-model.fixture.js';

const containing = (text: string): unknown => expect.stringContaining(text);
const DOCUMENT = { kind: 'document' } as const;

describe('a model of Ollama', () => {
  let model: ServedModel;
  let server: FaultyServer;
  beforeAll(async () => {
    model = await openServedModel('nomic-embed-text');
    server = await startOllamaServer(model);
  });
  afterAll(() => server.stop());
  const open = (options: object = {}) => new OllamaEmbeddingProvider({ name: 'm', url: server.url, model: 'nomic-embed-text', ...options });
  const embedded = () => server.requests.filter(({ path }) => path === '/api/embed').map(({ body }) => body);

  it('is described by its files, without a text being embedded', async () => {
    server.requests.length = 0;
    expect(await open().describe()).toMatchObject({
      dimension: model.dimension,
      query_prefix: 'search_query: ',
      document_prefix: 'search_document: ',
    });
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/tags', '/api/show']);
  });

  it('gets texts with its prefix, in batches, to be cut by the server', async () => {
    server.requests.length = 0;
    const provider = open({ batchSize: 2 });
    await provider.embed(['a1', 'b2', 'c3'], DOCUMENT);
    await provider.embed(['d4'], { kind: 'query' });
    expect(embedded()).toEqual([
      { model: 'nomic-embed-text', input: ['search_document: a1', 'search_document: b2'], truncate: true },
      { model: 'nomic-embed-text', input: ['search_document: c3'], truncate: true },
      { model: 'nomic-embed-text', input: ['search_query: d4'], truncate: true },
    ]);
  });

  it('cuts a text itself where the server refuses to, and leaves its neighbours whole', async () => {
    await using strict = await startOllamaServer(model, { cuts: false });
    const provider = open({ url: strict.url, documentPrefix: '' });
    const [long, short] = await provider.embed(['word '.repeat(3000), 'read a file'], DOCUMENT);
    const [expected] = await model.embed(['read a file']);
    expect(Math.hypot(...(long ?? []))).toBeCloseTo(1, 5);
    expect(short?.[0]).toBeCloseTo(expected?.[0] ?? 9, 5);
  });

  it('gives shorter vectors where its settings ask for them', async () => {
    const provider = open({ dimensions: 64 });
    expect(await provider.describe()).toMatchObject({ dimension: 64 });
    const [vector] = await provider.embed(['read a file'], DOCUMENT);
    expect(vector).toHaveLength(64);
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
  });

  it('is another one after a pull that changed its dimension, as soon as it is asked or an answer shows it', async () => {
    const pulled = { ...model };
    await using changing = await startOllamaServer(pulled);
    const pull = (dimension: number) => {
      const embed: ServedModel['embed'] = async (texts) => (await model.embed(texts)).map((vector) => vector.slice(0, dimension));
      Object.assign(pulled, { dimension, embed });
    };
    const provider = open({ url: changing.url });
    const first = await provider.describe();
    pull(64);
    const second = await provider.describe(undefined, 'now');
    expect(second.dimension).toBe(64);
    expect(second.revision).not.toBe(first.revision);
    pull(32);
    expect(await provider.describe()).toEqual(second);
    await expect(provider.embed(['read a file'], DOCUMENT)).rejects.toMatchObject({ code: 'EMBEDDER.ANSWER_INVALID' });
    expect(await provider.describe()).toMatchObject({ dimension: 32 });
    expect((await provider.embed(['read a file'], DOCUMENT))[0]).toHaveLength(32);
  });

  it('is the same model with and without its tag, and another revision with another prefix', async () => {
    const revision = async (options: object) => (await open(options).describe()).revision;
    expect(await revision({ model: 'nomic-embed-text:latest' })).toBe(await revision({}));
    expect(await revision({ documentPrefix: '' })).not.toBe(await revision({}));
    await expect(revision({ model: 'nomic-embed-text:v1.5' })).rejects.toMatchObject({ code: 'EMBEDDER.MODEL_NOT_FOUND' });
  });

  it('says where nothing listens', async () => {
    const gone = await startOllamaServer(model);
    await gone.stop();
    const provider = new OllamaEmbeddingProvider({ name: 'm', url: gone.url });
    await expect(provider.describe()).rejects.toThrow(
      `Ollama at ${gone.url} (model mxbai-embed-large) does not answer (nothing listens there). Start it with \`ollama serve\`, or correct models.m.url.`,
    );
  });

  it('refuses what is no Ollama', async () => {
    await expect(open({ url: `${server.url}/v1` }).describe()).rejects.toMatchObject({
      code: 'EMBEDDER.ANSWER_INVALID',
      message: containing('Check that models.m.url names the server itself'),
    });
  });
});
