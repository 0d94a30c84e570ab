import { ReembedInput, SearchRequest, localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import {
  eventually,
  sampleModel,
  startOllamaServer,
  startOpenAiServer,
  temporaryFolder,
  type FaultyServer,
  type ServerFault,
} from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Server } from '../../server/serve.js';
import { startStandalone } from '../../standalone/start-standalone.js';

const LONG = 'tells of the sea and of the ships that sail on it. '.repeat(9);
const MEBIBYTE = 1_048_576;
const context = () => ({ principal: localOwner, signal: AbortSignal.timeout(120_000) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let embedder: FaultyServer;
let server: Server;
beforeEach(async () => {
  await start(await startOpenAiServer({ model: sampleModel() }), { type: 'openai', path: '/v1' });
});
afterEach(stop);

async function start(
  held: FaultyServer,
  { type, path = '' }: { readonly type: 'openai' | 'ollama'; readonly path?: string },
): Promise<void> {
  embedder = held;
  folder = await temporaryFolder();
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['models'], value: { served: { type, url: `${embedder.url}${path}`, model: 'sample' } }, flag: 'models' },
      { path: ['defaultModel'], value: 'served', flag: 'model' },
    ],
  });
  server = await startStandalone({ configuration, logger: silentLogger });
}

async function stop(): Promise<void> {
  await server.close();
  await embedder.stop();
  await folder.remove();
}

async function ingest(documents: Readonly<Record<string, string>>): Promise<void> {
  const asked = Object.entries(documents).map(([id, content]) => ({ v: 1 as const, collection: 'log', id, content }));
  await server.operations.ingestDocuments(asked, context());
}

const collection = () => server.operations.getCollection('log', context());

const FAULTS: readonly (readonly [string, ServerFault])[] = [
  ['with a number that is none', { kind: 'nan', text: 'poison' }],
  ['with a vector of another dimension', { kind: 'dimension', text: 'poison' }],
  ['by refusing the request', { kind: 'refuse', text: 'poison' }],
];

it.each(FAULTS)('a passage that the server answers %s costs its own vector only, is counted, and repaired on demand', (_, fault) =>
  costsItsOwnVectorOnly(fault),
);

it('the same where Ollama fails with 500, as it cannot write a number that is none', async () => {
  await stop();
  await start(await startOllamaServer(sampleModel()), { type: 'ollama' });
  await costsItsOwnVectorOnly({ kind: 'nan', text: 'poison' });
});

async function costsItsOwnVectorOnly(fault: ServerFault): Promise<void> {
  await ingest({ first: 'The mill grinds flour.' });
  await eventually(async () => (await collection()).chunks === 1);
  embedder.break(fault);
  await ingest({ mixed: `First ${LONG}\n\nA poison ivy ${LONG}\n\nThird ${LONG}`, good: 'The miller sells bread.' });
  await eventually(async () => {
    expect(await collection()).toMatchObject({ documents: 3, chunks: 5, without_vector: 1, status: 'ready' });
  });
  const dead = await server.operations.listJobs({ state: 'dead', limit: 10 }, context());
  expect(dead).toEqual([]);
  const { hits } = await server.operations.search(
    SearchRequest.parse({ query: 'poison ivy', collections: ['log'], deadline_ms: 30_000 }),
    context(),
  );
  expect(hits[0]?.content).toContain('A poison ivy');

  embedder.mend();
  await server.operations.reembedCollection(ReembedInput.parse({ collection: 'log', missing: true }), context());
  await eventually(async () => {
    const repaired = await collection();
    expect(repaired).toMatchObject({ chunks: 5, status: 'ready' });
    expect(repaired.without_vector).toBeUndefined();
  });
}

it('empty texts, a megabyte and one letter a million times are indexed, and so are their neighbours', { timeout: 120_000 }, async () => {
  await ingest({
    empty: ' \n ',
    sentence: 'A sentence. '.repeat(MEBIBYTE / 12),
    letter: 'a'.repeat(MEBIBYTE),
    good: 'The mill grinds flour.',
  });
  await eventually(async () => {
    const { status, chunks, without_vector: gaps } = await collection();
    expect([status, gaps]).toEqual(['ready', undefined]);
    expect(chunks).toBeGreaterThan((2 * MEBIBYTE) / 1500);
  }, 100_000);
  expect(await server.operations.listJobs({ state: 'dead', limit: 10 }, context())).toEqual([]);
  const { hits } = await server.operations.search(
    SearchRequest.parse({ query: 'grinds flour', collections: ['log'], deadline_ms: 30_000 }),
    context(),
  );
  expect(hits[0]?.uri).toBe('tributary://log/good#0');
});

it('documents wait while the server asks for patience, and none of them fails', async () => {
  await ingest({ first: 'The tide turns.' });
  await eventually(async () => (await collection()).chunks === 1);
  embedder.break({ kind: 'status', status: 429, headers: { 'retry-after': '1' } }, 3);
  await ingest({ a: 'The mill grinds flour.', b: 'The miller sells bread.' });
  await eventually(async () => {
    expect(await collection()).toMatchObject({ documents: 3, chunks: 3, status: 'ready' });
  }, 60_000);
  expect(await server.operations.listJobs({ state: 'dead', limit: 10 }, context())).toEqual([]);
});
