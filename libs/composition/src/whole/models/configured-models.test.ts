import { SearchRequest, localOwner, type Coverage, type SearchAnswer } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, findModelFolder, startOllamaServer, temporaryFolder, type FaultyServer } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../server/serve.js';
import { startStandalone } from '../../standalone/start-standalone.js';

const NOTES = [
  { id: 'keys', content: 'To rotate an access token, make a new one in the settings and revoke the old one.' },
  { id: 'tides', content: 'Tide tables are computed from the harmonic constituents of a harbour.' },
  { id: 'bread', content: 'Knead the dough for ten minutes and let it rise in a warm place.' },
];

/** A standalone server of this test, with a collection on each configured model. */
async function start(folder: string, models: Readonly<Record<string, object>>): Promise<Server> {
  const collections = Object.fromEntries(Object.keys(models).map((model) => [`on-${model}`, { model }]));
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['models'], value: { static: { type: 'static' }, ...models }, flag: 'models' },
      { path: ['collections'], value: collections, flag: 'collections' },
    ],
  });
  return startStandalone({ configuration, logger: silentLogger });
}

const context = () => ({ principal: localOwner, signal: AbortSignal.timeout(20_000) });

async function store({ operations }: Server, collection: string): Promise<void> {
  await operations.ingestDocuments(
    NOTES.map((note) => ({ v: 1 as const, collection, ...note })),
    context(),
  );
  await eventually(async () => (await operations.getCollection(collection, context())).chunks === NOTES.length);
}

const search = ({ operations }: Server, collection: string, query: string): Promise<SearchAnswer> =>
  operations.search(SearchRequest.parse({ query, collections: [collection], deadline_ms: 10_000 }), context());

const lanesOf = ([coverage]: readonly Coverage[]) => coverage?.lanes;

describe('a collection on a model of an embedding server', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let embedder: FaultyServer;
  let server: Server;
  beforeAll(async () => {
    folder = await temporaryFolder();
    const model = new StaticEmbeddingProvider({ name: 'mxbai-embed-large' });
    embedder = await startOllamaServer({
      name: model.name,
      dimension: 256,
      embed: async (texts) => (await model.embed(texts)).map((vector) => [...vector]),
    });
    server = await start(folder.path, { mxbai: { type: 'ollama', url: embedder.url } });
  });
  afterAll(async () => {
    await server.close();
    await embedder.stop();
    await folder.remove();
  });

  it('keeps model and dimension in its card', async () => {
    await store(server, 'on-mxbai');
    expect(await server.operations.getCollection('on-mxbai', context())).toMatchObject({ model: { name: 'mxbai', dimension: 256 } });
  });

  it('is searched by meaning, the query with its prefix and embedded once', async () => {
    const before = embedder.requests.length;
    const answer = await search(server, 'on-mxbai', 'replace an API key');
    expect(lanesOf(answer.coverage)).toMatchObject({ semantic: { status: 'searched' }, keyword: { status: 'searched' } });
    const asked = embedder.requests.slice(before).filter(({ path }) => path === '/api/embed');
    expect(asked.map(({ body }) => body)).toEqual([
      expect.objectContaining({ input: ['Represent this sentence for searching relevant passages: replace an API key'] }),
    ]);
  });

  it('keeps a passage without a vector where the server answers a number that is none, and its neighbours with theirs', async () => {
    embedder.break({ kind: 'nan', text: 'poison' });
    const stored = ['A poison ivy grows by the mill.', 'The mill grinds flour.'].map((content, i) => ({
      collection: 'on-mxbai',
      id: `mill-${i.toString()}`,
      content,
    }));
    await server.operations.ingestDocuments(
      stored.map((document) => ({ v: 1 as const, ...document })),
      context(),
    );
    await eventually(async () => (await server.operations.getCollection('on-mxbai', context())).chunks === NOTES.length + 2);
    embedder.mend();
    const answer = await search(server, 'on-mxbai', 'poison ivy mill');
    expect(
      answer.hits
        .map(({ uri }) => uri)
        .slice(0, 2)
        .sort(),
    ).toEqual(['tributary://on-mxbai/mill-0#0', 'tributary://on-mxbai/mill-1#0']);
  });

  it('is still searched by words while the embedding server is away, and says so; new documents wait for it', async () => {
    await embedder.stop();
    const answer = await search(server, 'on-mxbai', 'harbour tide tables');
    expect(answer.hits[0]?.uri).toBe('tributary://on-mxbai/tides#0');
    expect(answer.coverage[0]).toMatchObject({
      status: 'partial',
      code: 'EMBEDDER.UNAVAILABLE',
      lanes: { semantic: { status: 'failed', code: 'EMBEDDER.UNAVAILABLE' }, keyword: { status: 'searched' } },
    });
    expect(answer.coverage[0]?.reason).toContain('Start it with `ollama serve`');
    const late = [{ v: 1 as const, collection: 'on-mxbai', id: 'late', content: 'The lighthouse keeper polishes the lamp.' }];
    await server.operations.ingestDocuments(late, context());
    await embedder.restart();
    await eventually(async () => {
      const { hits } = await search(server, 'on-mxbai', 'lighthouse keeper');
      return hits[0]?.uri === 'tributary://on-mxbai/late#0';
    });
  });
});

describe('a collection on a transformer in this process', () => {
  it('is written and searched by it', async (testContext) => {
    const model = findModelFolder();
    if (model.kind === 'none') return testContext.skip(model.reason);
    await using folder = await temporaryFolder();
    const server = await start(folder.path, { minilm: { type: 'transformers', path: model.path } });
    try {
      await store(server, 'on-minilm');
      const answer = await search(server, 'on-minilm', 'replace an API key');
      expect(answer.hits[0]?.uri).toBe('tributary://on-minilm/keys#0');
      expect(lanesOf(answer.coverage)).toMatchObject({ semantic: { status: 'searched' }, keyword: { status: 'searched' } });
    } finally {
      await server.close();
    }
  });

  it('is refused for writes and by meaning once the model is another, and says what to do', async (testContext) => {
    const model = findModelFolder();
    if (model.kind === 'none') return testContext.skip(model.reason);
    await using folder = await temporaryFolder();
    const before = await start(folder.path, { minilm: { type: 'transformers', path: model.path } });
    await store(before, 'on-minilm');
    await before.close();
    const changed = { type: 'transformers', path: model.path, documentPrefix: 'passage: ' };
    const after = await start(folder.path, { minilm: changed });
    try {
      const answer = await search(after, 'on-minilm', 'replace an API token');
      expect(answer.coverage[0]).toMatchObject({
        status: 'partial',
        code: 'MODEL.MISMATCH',
        lanes: { semantic: { status: 'incompatible' }, keyword: { status: 'searched' } },
      });
      expect(answer.coverage[0]?.reason).toContain('Re-embed it');
      const documents = [{ v: 1 as const, collection: 'on-minilm', id: 'new', content: 'A new note.' }];
      await after.operations.ingestDocuments(documents, context());
      await eventually(async () => {
        const [dead] = await after.operations.listJobs({ state: 'dead', limit: 10 }, context());
        expect(dead).toMatchObject({ error: { code: 'COLLECTION.MODEL_CHANGED' } });
      });
    } finally {
      await after.close();
    }
  });
});
