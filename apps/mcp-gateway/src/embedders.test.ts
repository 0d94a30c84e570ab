import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { embedChunksQueue, localOwner, type CallContext, type Operations } from '@tributary/contracts';
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

const DOCUMENTS = 200;
/** Jobs of one embedder at once: few by default, so that there is a queue to share. */
const CONCURRENCY = 8;
/** Few enough for one embedder to hold them all, if it took as many as it may. */
const BOOKS = 40;
const READY_WITHIN_MS = 120_000;
/** For what hangs: three starts after one another on a machine with much else to do. */
const TEST_LIMIT_MS = 480_000;
const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(120_000) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let redis: RedisServer | undefined;
let started: AppProcess[];
let models: FaultyServer[];

beforeEach(async () => {
  folder = await temporaryFolder();
  started = [];
  models = [];
});
afterEach(async () => {
  await Promise.all(started.map((app) => app.end('SIGKILL')));
  await Promise.all(models.map((model) => model.stop()));
  await redis?.remove();
  redis = undefined;
  await folder.remove();
});

/** A server of the model for one of the processes: what it is asked is what that process does. */
interface OwnModel {
  readonly url: string;
  /** Requests wait from now on. */
  hold(): void;
  release(): void;
  /** Requests that wait. */
  readonly held: number;
  /** Passages of the log it was asked for. */
  readonly entries: readonly string[];
}

async function startModel(): Promise<OwnModel> {
  let gate: PromiseWithResolvers<undefined> | undefined;
  let held = 0;
  const entries: string[] = [];
  const { embed, ...sample } = sampleModel({ delayMs: 40 });
  const holding = async (texts: readonly string[]) => {
    entries.push(...texts.filter((text) => text.includes('Entry')));
    // One only asks for the dimension.
    if (gate !== undefined && texts[0] !== 'text') {
      held++;
      await gate.promise;
      held--;
    }
    return embed(texts);
  };
  const server = await startOpenAiServer({ model: { ...sample, embed: holding } });
  models.push(server);
  return {
    url: server.url,
    hold: () => (gate = Promise.withResolvers()),
    release: () => {
      gate?.resolve(undefined);
      gate = undefined;
    },
    get held() {
      return held;
    },
    entries,
  };
}

interface Bed {
  readonly url: string;
  readonly operations: Operations;
  readonly startEmbedder: (model: OwnModel) => AppProcess;
}

/** A gateway, an ingest worker, and embedders of a model behind servers that take 40 ms for a request. */
async function startBed(testContext: TestContext, { concurrency = CONCURRENCY } = {}): Promise<Bed> {
  const supply = findRedis();
  if (supply.kind !== 'program') return testContext.skip(supply.kind === 'none' ? supply.reason : 'a Redis of its own is needed');
  redis = await startRedisServer(supply.command);
  const { url } = redis;
  const start = (name: string, { url: modelUrl }: OwnModel, args: readonly string[] = []) => {
    const served = { type: 'openai', url: `${modelUrl}/v1`, model: 'sample', batch_size: 4 };
    const env = {
      TRIBUTARY_REDIS__URL: url,
      TRIBUTARY_MODELS: JSON.stringify({ served }),
      TRIBUTARY_DEFAULT_MODEL: 'served',
      TRIBUTARY_EMBEDDING_CACHE__STORE: 'off',
      TRIBUTARY_QUEUES__EMBED_CHUNKS_CONCURRENCY: concurrency.toString(),
    };
    const app = startApp(name, { args: ['--data', folder.path, ...args], env });
    started.push(app);
    return app;
  };
  const shared = await startModel();
  start('mcp-gateway', shared, ['--port', '0']);
  start('ingest-worker', shared);
  await ready(...started);
  const server = await readServer(folder.path);
  return {
    url: server.url,
    operations: new HttpOperations(new HttpConnection(server)),
    startEmbedder: (model) => start('embedder', model),
  };
}

/** Many starts on a busy machine take their time. */
async function ready(...apps: readonly AppProcess[]): Promise<void> {
  await eventually(() => Promise.all(apps.map((app) => app.ready())), READY_WITHIN_MS);
}

/** A collection that grows. */
class Log {
  readonly #operations: Operations;
  #count = 0;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  async add(count: number): Promise<void> {
    const documents = Array.from({ length: count }, (_, n) => ({
      v: 1 as const,
      collection: 'log',
      id: (this.#count + n).toString(),
      content: `Entry ${(this.#count + n).toString()} of the log.`,
    }));
    await this.#operations.ingestDocuments(documents, context());
    this.#count += count;
  }

  /** Until every embedder has worked: over the first job a process on a busy machine can stand still for longer than its locks last. */
  async addUntilAllWork(ours: readonly OwnModel[]): Promise<void> {
    await eventually(async () => {
      await this.add(20);
      return ours.every(({ entries }) => entries.length > 0);
    }, 60_000);
    await this.untilComplete();
  }

  /** Everything is there once, nothing is dead. */
  async untilComplete(): Promise<void> {
    await eventually(async () => {
      const { queues, collections } = await this.#operations.status(context());
      expect(queues.reduce((sum, { waiting, active, delayed }) => sum + waiting + active + delayed, 0)).toBe(0);
      expect(queues.map(({ dead }) => dead).every((dead) => dead === 0)).toBe(true);
      expect(collections).toMatchObject([{ name: 'log', documents: this.#count, chunks: this.#count }]);
    }, 90_000);
  }
}

describe('embedders that share a queue', () => {
  it(
    'drain on SIGTERM within their grace: no job fails, nothing they held is embedded twice',
    { timeout: TEST_LIMIT_MS },
    async (testContext) => {
      const { url, operations, startEmbedder } = await startBed(testContext);
      const log = new Log(operations);
      const [leaves, comes] = [await startModel(), await startModel()];
      const leaving = startEmbedder(leaves);
      await ready(leaving);
      await log.addUntilAllWork([leaves]);
      const before = leaves.entries.length;
      leaves.hold();
      await log.add(DOCUMENTS);
      await eventually(() => leaves.held > 0);
      const ending = leaving.end('SIGTERM');
      await eventually(async () => (await (await fetch(`${url}/health/ready`)).text()).includes(embedChunksQueue.name)); // nobody handles it
      leaves.release();
      const { code, output } = await ending;
      expect(code).toBe(0); // 1 after its grace
      expect(output).not.toMatch(/"level":"(warn|error)"/);
      const held = leaves.entries.slice(before);
      expect(held.length).toBeLessThanOrEqual(CONCURRENCY);
      await ready(startEmbedder(comes));
      await log.untilComplete();
      expect(comes.entries.filter((entry) => held.includes(entry))).toEqual([]);
    },
  );

  it(
    'hold no more than keeps their model busy: one that starts later has its share at once',
    { timeout: TEST_LIMIT_MS },
    async (testContext) => {
      const model = await startModel();
      model.hold();
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
      await ready(startEmbedder(model));
      await eventually(async () => {
        const { queues } = await operations.status(context());
        expect(queues.find(({ queue }) => queue === 'ingest-document')).toMatchObject({ waiting: 0, active: 0 });
        expect(model.held).toBe(BATCHES_IN_FLIGHT);
      }, 60_000);
      await ready(startEmbedder(model));
      await eventually(() => {
        expect(model.held).toBe(2 * BATCHES_IN_FLIGHT);
      }, 60_000);
      model.release();
      await eventually(async () => {
        expect(await operations.getCollection('books', context())).toMatchObject({ documents: BOOKS });
      }, 90_000);
    },
  );

  it('take over what a killed one held, and a third one helps at once', { timeout: TEST_LIMIT_MS }, async (testContext) => {
    const { operations, startEmbedder } = await startBed(testContext);
    const log = new Log(operations);
    const [first, second, third] = [await startModel(), await startModel(), await startModel()];
    const [killed, staying] = [startEmbedder(first), startEmbedder(second)];
    await ready(killed, staying);
    await log.addUntilAllWork([first, second]);
    for (const model of [first, second]) model.hold();
    await log.add(DOCUMENTS);
    await eventually(() => first.held > 0 && second.held > 0, 60_000);
    await killed.end('SIGKILL');
    await ready(startEmbedder(third));
    await eventually(() => third.entries.length > 0);
    await staying.end('SIGKILL');
    await log.untilComplete();
    // The jobs that two killed processes held were begun again; and those of the living one where a busy machine let it stand still for longer than its locks last.
    const begun = new Set([...first.entries, ...second.entries]);
    expect(new Set(third.entries.filter((entry) => begun.has(entry))).size).toBeLessThanOrEqual(3 * CONCURRENCY);
  });
});
