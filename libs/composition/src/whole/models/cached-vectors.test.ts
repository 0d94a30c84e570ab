import { ReembedInput, localOwner } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, startOpenAiServer, temporaryFolder, type FaultyServer } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Server } from '../../server/serve.js';
import { startStandalone } from '../../standalone/start-standalone.js';

const SOME: unknown = expect.any(Number);
const TEXTS = ['Tide tables are computed.', 'Knead the dough.', 'Rotate the access token.'];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let embedder: FaultyServer;
let servers: Server[];
beforeEach(async () => {
  folder = await temporaryFolder();
  servers = [];
  const model = new StaticEmbeddingProvider({ name: 'm' });
  const embed = async (texts: readonly string[]) => (await model.embed(texts)).map((vector) => [...vector]);
  embedder = await startOpenAiServer({ model: { name: 'm', dimension: 256, embed } });
});
afterEach(async () => {
  for (const server of servers) await server.close();
  await embedder.stop();
  await folder.remove();
});

async function start(settings: Readonly<Record<string, unknown>> = {}, model: object = {}): Promise<Server> {
  const values: Readonly<Record<string, unknown>> = {
    models: { served: { type: 'openai', url: `${embedder.url}/v1`, model: 'm', ...model } },
    defaultModel: 'served',
    ...settings,
  };
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      ...Object.entries(values).map(([name, value]) => ({ path: [name], value, flag: name })),
    ],
  });
  const server = await startStandalone({ configuration, logger: silentLogger });
  servers = [server];
  return server;
}

const context = () => ({ principal: localOwner, signal: AbortSignal.timeout(20_000) });

async function store({ operations }: Server, collection: string): Promise<void> {
  const documents = TEXTS.map((content, i) => ({ v: 1 as const, collection, id: i.toString(), content }));
  await operations.ingestDocuments(documents, context());
  await eventually(async () => (await operations.getCollection(collection, context())).chunks === TEXTS.length);
}

/** Passages the server was asked to embed, without the probes of its dimension. */
function embedded(): readonly unknown[] {
  const inputs = embedder.requests.map(({ body }) => (typeof body === 'object' && body !== null && 'input' in body ? body.input : []));
  return inputs.flatMap((input): readonly unknown[] => (Array.isArray(input) ? input : [])).filter((text) => text !== 'text');
}

/** Values of the metrics a server tells, by name and labels. */
async function metricsOf({ url, token }: Server): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  const lines = text.split('\n').filter((line) => line.startsWith('tributary_'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]));
}

it('embeds a passage once, also for another collection and after a restart', async () => {
  const first = await start();
  await store(first, 'notes');
  expect(embedded()).toHaveLength(TEXTS.length);
  await store(first, 'again');
  expect(await metricsOf(first)).toMatchObject({
    tributary_embedding_cache_hits_total: TEXTS.length,
    tributary_embedding_cache_misses_total: TEXTS.length,
    'tributary_embed_tokens_total{model="served"}': SOME,
  });
  await first.close();
  await store(await start(), 'after');
  expect(embedded()).toHaveLength(TEXTS.length);
});

it('embeds anew for another revision of the model', async () => {
  const first = await start();
  await store(first, 'notes');
  await first.close();
  await store(await start({}, { documentPrefix: 'passage: ' }), 'after');
  expect(embedded()).toHaveLength(2 * TEXTS.length);
});

it('embeds every passage again when its collection is re-embedded by the same model, of whatever dimension that is by now', async () => {
  const server = await start();
  await store(server, 'notes');
  for (const [times, dimension] of [256, 255].entries()) {
    if (dimension === 255) embedder.break({ kind: 'dimension' });
    await server.operations.reembedCollection(ReembedInput.parse({ collection: 'notes' }), context());
    await eventually(async () => (await server.operations.getMigration('notes', context())).state === 'done');
    expect((await server.operations.getCollection('notes', context())).model).toMatchObject({ name: 'served', dimension });
    expect(embedded()).toHaveLength((times + 2) * TEXTS.length);
  }
});

it('keeps nothing where it is switched off', async () => {
  const first = await start({ embeddingCache: { store: 'off' } });
  await store(first, 'notes');
  await store(first, 'again');
  expect(embedded()).toHaveLength(2 * TEXTS.length);
});
