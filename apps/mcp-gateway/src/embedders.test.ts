import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { localOwner, type CallContext, type Operations } from '@tributary/contracts';
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
} from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';

const DOCUMENTS = 600;
/** What a service may take to end, by default (`shutdown.grace_ms`). */
const GRACE_MS = 25_000;
const READY_WITHIN_MS = 120_000;
const ServerFile = z.object({ url: z.string(), token: z.string() });
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
async function startBed(testContext: TestContext): Promise<Bed> {
  const supply = findRedis();
  if (supply.kind !== 'program') return testContext.skip(supply.kind === 'none' ? supply.reason : 'a Redis of its own is needed');
  redis = await startRedisServer(supply.command);
  const served = { type: 'openai', url: `${model.url}/v1`, model: 'sample', batch_size: 4 };
  const env = {
    TRIBUTARY_REDIS__URL: redis.url,
    TRIBUTARY_MODELS: JSON.stringify({ served }),
    TRIBUTARY_DEFAULT_MODEL: 'served',
    TRIBUTARY_EMBEDDING_CACHE__STORE: 'off',
    // Few at once, so that there is a queue to share.
    TRIBUTARY_QUEUES__EMBED_CHUNKS_CONCURRENCY: '8',
  };
  const start = (name: string, args: readonly string[] = []) => {
    const app = startApp(name, { args: ['--data', folder.path, ...args], env });
    started.push(app);
    return app;
  };
  start('mcp-gateway', ['--port', '0']);
  start('ingest-worker');
  await ready(...started);
  const server = ServerFile.parse(JSON.parse(await readFile(join(folder.path, 'server.json'), 'utf8')));
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
    // The jobs that two killed processes held were begun again, no others.
    expect(embedded().length - DOCUMENTS).toBeLessThanOrEqual(2 * 8);
  });
});
