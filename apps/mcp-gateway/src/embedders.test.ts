import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { localOwner, type CallContext, type Operations } from '@tributary/contracts';
import { BATCHES_IN_FLIGHT } from '@tributary/embedding-port';
import {
  eventually,
  findRedis,
  sampleModel,
  startApp,
  startOpenAiServer,
  startRedisServer,
  temporaryFolder,
  type AppProcess,
  type FaultyServer,
  type RedisServer,
  readServer,
} from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';

const DOCUMENTS = 600;
/** Few enough for one embedder to hold them all, if it took as many as it may. */
const BOOKS = 40;
/** What a service may take to end, by default (`shutdown.grace_ms`). */
const GRACE_MS = 25_000;
const READY_WITHIN_MS = 120_000;
const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(120_000) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let model: FaultyServer;
let redis: RedisServer | undefined;
let started: AppProcess[];

beforeEach(async () => {
  folder = await temporaryFolder();
  model = await startOpenAiServer({ model: sampleModel({ delayMs: 40 }) });
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((app) => app.end('SIGKILL')));
  await model.stop();
  await redis?.remove();
  redis = undefined;
  await folder.remove();
});

interface Bed {
  readonly operations: Operations;
  readonly startEmbedder: () => AppProcess;
}

/** A gateway, an ingest worker, and embedders of a model behind a server that takes 40 ms for a request. */
async function startBed(testContext: TestContext, { concurrency = 8 } = {}): Promise<Bed> {
  const supply = findRedis();
  if (supply.kind !== 'program') return testContext.skip(supply.kind === 'none' ? supply.reason : 'a Redis of its own is needed');
  redis = await startRedisServer(supply.command);
  const served = { type: 'openai', url: `${model.url}/v1`, model: 'sample', batch_size: 4 };
  const env = {
    TRIBUTARY_REDIS__URL: redis.url,
    TRIBUTARY_MODELS: JSON.stringify({ served }),
    TRIBUTARY_DEFAULT_MODEL: 'served',
    TRIBUTARY_EMBEDDING_CACHE__STORE: 'off',
    // By default few at once, so that there is a queue to share.
    TRIBUTARY_QUEUES__EMBED_CHUNKS_CONCURRENCY: concurrency.toString(),
  };
  const start = (name: string, args: readonly string[] = []) => {
    const app = startApp(name, { args: ['--data', folder.path, ...args], env });
    started.push(app);
    return app;
  };
  start('mcp-gateway', ['--port', '0']);
  start('ingest-worker');
  await ready(...started);
  const server = await readServer(folder.path);
  return { operations: new HttpOperations(new HttpConnection(server)), startEmbedder: () => start('embedder') };
}

/** Many starts on a busy machine take their time. */
async function ready(...apps: readonly AppProcess[]): Promise<void> {
  await eventually(() => Promise.all(apps.map((app) => app.ready())), READY_WITHIN_MS);
}

async function accept(operations: Operations): Promise<void> {
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => ({
    v: 1 as const,
    collection: 'log',
    id: n.toString(),
    content: `Entry ${n.toString()} of the log.`,
  }));
  await operations.ingestDocuments(documents, context());
}

const indexed = async (operations: Operations) => (await operations.getCollection('log', context())).documents;

/** Everything is there once, nothing is dead. */
async function untilComplete(operations: Operations): Promise<void> {
  await eventually(async () => {
    const { queues, collections } = await operations.status(context());
    expect(queues.reduce((sum, { waiting, active, delayed }) => sum + waiting + active + delayed, 0)).toBe(0);
    expect(queues.map(({ dead }) => dead).every((dead) => dead === 0)).toBe(true);
    expect(collections).toMatchObject([{ name: 'log', documents: DOCUMENTS, chunks: DOCUMENTS }]);
  }, 90_000);
}

/** Passages the server embedded. */
function embedded(): readonly unknown[] {
  const inputs = model.requests.map(({ body }) => (typeof body === 'object' && body !== null && 'input' in body ? body.input : []));
  return inputs
    .flatMap((input): readonly unknown[] => (Array.isArray(input) ? input : []))
    .filter((text) => String(text).includes('Entry'));
}

describe('embedders that share a queue', () => {
  it('drain on SIGTERM within their grace: no job fails, nothing is embedded twice', { timeout: 240_000 }, async (testContext) => {
    const { operations, startEmbedder } = await startBed(testContext);
    const [leaving, staying] = [startEmbedder(), startEmbedder()];
    await ready(leaving, staying);
    await accept(operations);
    await eventually(() => {
      expect(embedded().length).toBeGreaterThan(20);
    }, 60_000);
    const before = performance.now();
    const { code, output } = await leaving.end('SIGTERM');
    expect(performance.now() - before).toBeLessThan(GRACE_MS);
    expect(code).toBe(0);
    expect(output).not.toMatch(/"level":"(warn|error)"/);
    expect(embedded().length).toBeLessThan(DOCUMENTS);
    await untilComplete(operations);
    expect(embedded()).toHaveLength(DOCUMENTS);
  });

  it('hold no more than keeps their model busy: one that starts later has its share at once', { timeout: 240_000 }, async (testContext) => {
    const held = Promise.withResolvers<undefined>();
    let waitingRequests = 0;
    const { embed, ...sample } = sampleModel();
    const holding = async (texts: readonly string[]) => {
      // The first one only asks for the dimension.
      if (texts.length === 1) return embed(texts);
      waitingRequests++;
      await held.promise;
      return embed(texts);
    };
    await model.stop();
    model = await startOpenAiServer({ model: { ...sample, embed: holding } });
    const { operations, startEmbedder } = await startBed(testContext, { concurrency: BOOKS });
    const content = Array.from(
      { length: 80 },
      (_, n) => `Paragraph ${n.toString()} tells of the harbour, of its ships and of the tide.`,
    ).join('\n\n');
    await operations.ingestDocuments(
      Array.from({ length: BOOKS }, (_, n) => ({
        v: 1 as const,
        collection: 'books',
        id: n.toString(),
        content: `Book ${n.toString()}. ${content}`,
      })),
      context(),
    );
    await ready(startEmbedder());
    await eventually(async () => {
      const { queues } = await operations.status(context());
      expect(queues.find(({ queue }) => queue === 'ingest-document')).toMatchObject({ waiting: 0, active: 0 });
      expect(waitingRequests).toBe(BATCHES_IN_FLIGHT);
    }, 60_000);
    await ready(startEmbedder());
    await eventually(() => {
      expect(waitingRequests).toBe(2 * BATCHES_IN_FLIGHT);
    }, 60_000);
    held.resolve(undefined);
    await eventually(async () => {
      expect(await operations.getCollection('books', context())).toMatchObject({ documents: BOOKS });
    }, 90_000);
  });

  it('take over what a killed one held, and a third one helps at once', { timeout: 240_000 }, async (testContext) => {
    const { operations, startEmbedder } = await startBed(testContext);
    const [killed, staying] = [startEmbedder(), startEmbedder()];
    await ready(killed, staying);
    await accept(operations);
    await eventually(() => {
      expect(embedded().length).toBeGreaterThan(20);
    }, 60_000);
    await killed.end('SIGKILL');
    const third = startEmbedder();
    await ready(third);
    const atReady = await indexed(operations);
    await staying.end('SIGKILL');
    // What goes on now is the third one's doing.
    await eventually(async () => {
      expect(await indexed(operations)).toBeGreaterThan(atReady);
    }, 30_000);
    await untilComplete(operations);
    // The jobs that two killed processes held were begun again; and those of the living one where a busy machine let it stand still for longer than its locks last.
    expect(embedded().length - DOCUMENTS).toBeLessThanOrEqual(3 * 8);
  });
});
