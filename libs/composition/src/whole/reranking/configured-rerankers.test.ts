import { SearchRequest, localOwner, searchQueue } from '@tributary/contracts';
import { Search, SearchJob } from '@tributary/federation';
import { EmbedQueryJob } from '@tributary/ingestion';
import { embedQueryQueue } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import { JobHost } from '@tributary/messaging-port';
import { loadConfiguration, silentLogger, type Configuration } from '@tributary/platform';
import { eventually, findModelFolder, findRedis, startRedisServer, startRerankServer, temporaryFolder } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { composeParts } from '../../parts/compose-parts.js';
import { startStandalone } from '../../standalone/start-standalone.js';

const NOTES = [
  { id: 'keys', content: 'To rotate an access token, make a new one in the settings and revoke the old one.' },
  { id: 'tides', content: 'Tide tables are computed from the harmonic constituents of a harbour.' },
  { id: 'ferry', content: 'The ferry sails twice a day; its timetable hangs in the harbour office. *' },
];

interface Settings {
  readonly folder: string;
  readonly rerankers: object;
  readonly byDefault?: boolean;
  readonly redis?: string;
}

/** MiniLM where it is there, else another static model. */
function minilm(): object {
  const folder = findModelFolder();
  return folder.kind === 'folder' ? { type: 'transformers', path: folder.path } : { type: 'static' };
}

function configure({ folder, rerankers, byDefault = false, redis }: Settings): Promise<Configuration> {
  return loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['models'], value: { static: { type: 'static' }, minilm: minilm() }, flag: 'models' },
      { path: ['rerankers'], value: rerankers, flag: 'rerankers' },
      { path: ['rerankByDefault'], value: byDefault, flag: 'rerankByDefault' },
      ...(redis === undefined ? [] : [{ path: ['redis', 'url'], value: redis, flag: 'redis' }]),
    ],
  });
}

const containing = (text: string): unknown => expect.stringContaining(text);
const context = () => ({ principal: localOwner, signal: AbortSignal.timeout(20_000) });

async function open(settings: Settings) {
  const server = await startStandalone({ configuration: await configure(settings), logger: silentLogger });
  await server.operations.ingestDocuments(
    NOTES.map((note) => ({ v: 1 as const, collection: 'notes', ...note })),
    context(),
  );
  await eventually(async () => (await server.operations.getCollection('notes', context())).chunks === NOTES.length);
  const ask = (rerank?: boolean) =>
    server.operations.search(
      SearchRequest.parse({
        query: 'tide tables of the harbour',
        deadline_ms: 10_000,
        explain: true,
        ...(rerank === undefined ? {} : { rerank }),
      }),
      context(),
    );
  const rerankerHealth = async () => (await server.operations.status(context())).rerankers;
  return { ask, rerankerHealth, [Symbol.asyncDispose]: () => server.close() };
}

const effectsOf = ({ hits }: Awaited<ReturnType<Awaited<ReturnType<typeof open>>['ask']>>) =>
  hits.map(({ explanation }) => explanation?.steps.find(({ step }) => step === 'rerank')?.effect);

describe('a standalone server', () => {
  it('reranks by a server that is configured, where a search asks for it', async () => {
    await using folder = await temporaryFolder();
    await using reranker = await startRerankServer({ dialect: 'tei', score: (_, texts) => texts.map((text) => text.split('*').length) });
    const rerankers = { local: { type: 'http', url: reranker.url, weight: 50, waitMs: 10_000 } };
    await using server = await open({ folder: folder.path, rerankers });
    expect((await server.ask()).hits[0]?.uri).toContain('tides');
    expect(reranker.requests).toEqual([]);
    const answer = await server.ask(true);
    expect(answer.hits[0]?.uri).toContain('ferry');
    expect(effectsOf(answer)[0]).toMatch(/^local scored it 2\.00, which moved it from \d to 1$/);
  });

  it('reranks all searches by one of its models where it is set up so, with no server and no other collection', async () => {
    await using folder = await temporaryFolder();
    const rerankers = { meaning: { type: 'model', model: 'minilm', waitMs: 10_000 } };
    await using server = await open({ folder: folder.path, rerankers, byDefault: true });
    const answer = await server.ask();
    expect(answer.hits[0]?.uri).toContain('tides');
    expect(effectsOf(answer).every((effect) => effect?.startsWith('meaning scored it'))).toBe(true);
    expect(effectsOf(await server.ask(false))[0]).toBeUndefined();
  });

  it('says in its status how the reranker is', async () => {
    await using folder = await temporaryFolder();
    const reranker = await startRerankServer({ dialect: 'tei', score: (_, texts) => texts.map(() => 1) });
    const rerankers = { local: { type: 'http', url: reranker.url } };
    const health = async () => {
      // What was heard a moment ago is told for a while: each server asks anew.
      await using server = await open({ folder: folder.path, rerankers });
      return await server.rerankerHealth();
    };
    expect(await health()).toEqual([{ name: 'local', kind: 'http', status: 'up' }]);
    await reranker.stop();
    expect(await health()).toMatchObject([{ name: 'local', status: 'down', detail: containing('does not answer') }]);
  });

  it('says that no reranker is configured', async () => {
    await using folder = await temporaryFolder();
    await using server = await open({ folder: folder.path, rerankers: {} });
    expect(await server.rerankerHealth()).toEqual([]);
    expect((await server.ask(true)).notes.join()).toContain('No reranker is configured');
  });
});

it('asks the embedder over Redis for the vectors of passages, where services are separate', async (testContext) => {
  const supply = findRedis();
  if (supply.kind !== 'program') return testContext.skip(supply.kind === 'none' ? supply.reason : 'a Redis of its own is needed');
  await using redis = await startRedisServer(supply.command);
  await using folder = await temporaryFolder();
  await using filled = await open({ folder: folder.path, rerankers: {} });
  await filled[Symbol.asyncDispose]();
  const rerankers = { meaning: { type: 'model', model: 'minilm', waitMs: 10_000 } };
  const configuration = await configure({ folder: folder.path, rerankers, redis: redis.url });
  const parts = await composeParts({ configuration, logger: silentLogger, queueKind: 'bullmq' });
  const host = new JobHost({
    queues: parts.queues,
    handles: [
      { queue: embedQueryQueue, concurrency: 4 },
      { queue: searchQueue, concurrency: 4 },
    ],
    jobs: [new EmbedQueryJob(parts), new SearchJob(new Search(parts))],
  });
  await host.start();
  const request = SearchRequest.parse({ query: 'tide tables of the harbour', rerank: true, explain: true, deadline_ms: 10_000 });
  const answer = await parts.queues.request(searchQueue, { request, principal: localOwner }, { deadline: Deadline.in(15_000) });
  expect(answer.notes).toEqual([]);
  expect(effectsOf(answer).every((effect) => effect?.startsWith('meaning scored it'))).toBe(true);
  await host.stop(1000);
  await parts.close();
});
