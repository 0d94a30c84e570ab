import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { SearchRequest, embedChunksQueue, ingestDocumentQueue, localOwner, type CallContext, type Operations } from '@tributary/contracts';
import {
  eventually,
  findRedisProgram,
  readServer,
  sampleModel,
  startApp,
  startOpenAiServer,
  startRedisServer,
  temporaryFolder,
  type AppProcess,
} from '@tributary/testing';
import { expect, it } from 'vitest';

/** More than are cut of such a collection. */
const FIRST = 1300;
/** Jobs of the embedders that are cut of a collection whose model is away. */
const CUT = 1000;
const READY_WITHIN_MS = 120_000;
const call = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(120_000) });

async function countsOf(operations: Operations, queue: string) {
  const { queues } = await operations.status(call());
  const found = queues.find((one) => one.queue === queue);
  if (found === undefined) throw new Error(`no ${queue}`);
  return found;
}

it(
  'indexes documents of other models while the server of one is away, holds back what waits for that one, and loses nothing of it',
  { timeout: 240_000 },
  async (context) => {
    const supply = findRedisProgram();
    if (supply.kind === 'none') return context.skip(supply.reason);
    await using redis = await startRedisServer(supply.command);
    await using folder = await temporaryFolder();
    await using model = await startOpenAiServer({ model: sampleModel() });
    const env = {
      TRIBUTARY_REDIS__URL: redis.url,
      TRIBUTARY_MODELS: JSON.stringify({ served: { type: 'openai', url: `${model.url}/v1`, model: 'sample' }, static: { type: 'static' } }),
      TRIBUTARY_DEFAULT_MODEL: 'static',
      TRIBUTARY_EMBEDDING_CACHE__STORE: 'off',
    };
    const started: AppProcess[] = [];
    const start = (name: string, args: readonly string[] = []) =>
      started.push(startApp(name, { args: ['--data', folder.path, ...args], env }));
    try {
      for (const name of ['embedder', 'ingest-worker', 'search-federation']) start(name);
      start('mcp-gateway', ['--port', '0']);
      await eventually(() => Promise.all(started.map((app) => app.ready())), READY_WITHIN_MS);
      const operations = new HttpOperations(new HttpConnection(await readServer(folder.path)));
      await operations.createCollection({ name: 'log', model: 'served', description: 'Entries of a log.' }, call());
      await model.stop();
      const entry = (n: number) => ({ v: 1 as const, collection: 'log', id: n.toString(), content: `Entry ${n.toString()} of the log.` });
      await operations.ingestDocuments(
        Array.from({ length: FIRST }, (_, n) => entry(n)),
        call(),
      );
      await eventually(async () => {
        const { waiting, delayed, active } = await countsOf(operations, embedChunksQueue.name);
        return waiting + delayed + active > CUT;
      }, 90_000);
      let sent = FIRST;
      // What comes before the first run has met the outage is cut all the same.
      await eventually(async () => {
        await operations.ingestDocuments([entry(sent++)], call());
        return (await countsOf(operations, ingestDocumentQueue.name)).delayed > 0;
      }, 60_000);
      const { searchable } = await operations.store({ text: 'The spare key hangs behind the barometer.', collection: 'memory' }, call());
      expect(searchable).toBe(true);
      const { hits } = await operations.search(
        SearchRequest.parse({ query: 'spare key barometer', collections: ['memory'], deadline_ms: 30_000 }),
        call(),
      );
      expect(hits[0]?.content).toContain('barometer');
      await model.restart();
      await eventually(async () => {
        const { documents: indexed } = await operations.getCollection('log', call());
        expect(indexed).toBe(sent);
      }, 120_000);
      for (const queue of [embedChunksQueue, ingestDocumentQueue]) expect((await countsOf(operations, queue.name)).dead).toBe(0);
    } finally {
      await Promise.all(started.map((app) => app.end('SIGKILL')));
    }
  },
);
