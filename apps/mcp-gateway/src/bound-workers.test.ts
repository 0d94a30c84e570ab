import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { localOwner, type CallContext, type Operations } from '@tributary/contracts';
import {
  eventually,
  findRedis,
  readServer,
  startApp,
  startRedisServer,
  temporaryFolder,
  type AppProcess,
  type RedisServer,
} from '@tributary/testing';
import { afterEach, beforeEach, expect, it, type TestContext } from 'vitest';

const READY_WITHIN_MS = 120_000;
const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(120_000) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let redis: RedisServer | undefined;
let started: AppProcess[];
let site: Server;
let fetched: string[];

beforeEach(async () => {
  folder = await temporaryFolder();
  started = [];
  fetched = [];
  site = createServer(({ url = '' }, response) => {
    fetched.push(url);
    if (url === '/robots.txt') response.writeHead(404).end();
    else response.setHeader('content-type', 'text/plain').end('Keepers of lighthouses write to each other by post.');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterEach(async () => {
  await Promise.all(started.map((app) => app.end('SIGKILL')));
  site.close();
  await redis?.remove();
  redis = undefined;
  await folder.remove();
});

function siteUrl(): string {
  const address = site.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port.toString() : ''}/post.txt`;
}

interface Bed {
  readonly operations: Operations;
  readonly startWorker: (reads: 'local' | 'web') => Promise<{ readonly app: AppProcess; readonly health: string }>;
}

/** A gateway and an embedder over a Redis; workers are started by the test. */
async function startBed(testContext: TestContext): Promise<Bed> {
  const supply = findRedis();
  if (supply.kind !== 'program') return testContext.skip(supply.kind === 'none' ? supply.reason : 'a Redis of its own is needed');
  redis = await startRedisServer(supply.command);
  const env = { TRIBUTARY_REDIS__URL: redis.url, TRIBUTARY_WEB__ALLOW_ADDRESSES: '["127.0.0.0/8"]', TRIBUTARY_WEB__DELAY_MS: '0' };
  const start = (name: string, own: Record<string, string> = {}) => {
    const app = startApp(name, { args: ['--data', join(folder.path, 'data')], env: { ...env, ...own } });
    started.push(app);
    return app;
  };
  await ready(start('mcp-gateway', { TRIBUTARY_SERVER__PORT: '0' }), start('embedder'));
  const server = await readServer(join(folder.path, 'data'));
  return {
    operations: new HttpOperations(new HttpConnection(server)),
    startWorker: async (reads) => {
      const app = start('ingest-worker', { TRIBUTARY_SOURCES__READ: reads });
      const [health = ''] = await ready(app);
      return { app, health };
    },
  };
}

/** Many starts on a busy machine take their time. */
async function ready(...apps: readonly AppProcess[]): Promise<readonly string[]> {
  return eventually(() => Promise.all(apps.map((app) => app.ready())), READY_WITHIN_MS);
}

async function documentsOf(operations: Operations) {
  const sources = await operations.listSources(context());
  return sources.map(({ kind, documents, waits }) => ({ kind, documents, waits })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
}

const until = (operations: Operations, expected: readonly object[]) =>
  eventually(async () => {
    expect(await documentsOf(operations)).toMatchObject(expected);
  }, 60_000);

/** The queues whose jobs a worker has run, by its own count. */
async function ranBy(health: string): Promise<readonly string[]> {
  const metrics = await (await fetch(`${health}/metrics`)).text();
  const counted = [...metrics.matchAll(/tributary_job_duration_seconds_count\{.*queue="([\w-]+)".*\} [1-9]/g)].map(
    ([, queue = '']) => queue,
  );
  return [...new Set(counted)].filter((queue) => /^(?:sync|read)-/.test(queue)).toSorted();
}

async function workersCheck(operations: Operations): Promise<string | undefined> {
  const { checks } = await operations.doctor({ repair: false }, context());
  return checks.find(({ name }) => name === 'workers')?.detail;
}

it(
  'a worker of each sort reads its own sources and nothing else; where one is missing, its sources wait and say so',
  { timeout: 300_000 },
  async (testContext) => {
    const { operations, startWorker } = await startBed(testContext);
    const notes = join(folder.path, 'notes');
    await mkdir(notes);
    await writeFile(join(notes, 'a.md'), 'Keepers of lighthouses have notes.');
    await operations.addSource({ location: notes, trusted_path: true, wait_ms: 0 }, context());
    await operations.addSource({ location: siteUrl(), wait_ms: 0 }, context());

    const local = await startWorker('local');
    const why = 'no worker for web sources: start an ingest worker with sources.read "web" or "all"';
    await until(operations, [
      { kind: 'folder', documents: 1 },
      { kind: 'web', documents: 0, waits: why },
    ]);
    expect(fetched).toEqual([]);
    expect(await workersCheck(operations)).toContain(
      'There is no worker for web sources: start an ingest worker with sources.read "web" or "all".',
    );
    expect(await ranBy(local.health)).toEqual(['read-local', 'sync-local']);
    await local.app.end('SIGTERM');

    await writeFile(join(notes, 'b.md'), 'A second note.');
    const [folderSource] = (await operations.listSources(context())).filter(({ kind }) => kind === 'folder');
    await operations.syncSource(folderSource?.id ?? '', { confirmed: false }, context());
    const web = await startWorker('web');
    await until(operations, [
      { kind: 'folder', documents: 1 },
      { kind: 'web', documents: 1 },
    ]);
    expect(fetched).toContain('/post.txt');
    expect(await ranBy(web.health)).toEqual(['sync-web']);
    // What is handed in needs no reach: any worker takes it.
    await operations.ingestDocuments([{ v: 1, collection: 'log', id: 'a', content: 'An entry.' }], context());
    await eventually(async () => {
      expect((await operations.getCollection('log', context())).documents).toBe(1);
    }, 60_000);

    const again = await startWorker('local');
    await until(operations, [
      { kind: 'folder', documents: 2 },
      { kind: 'web', documents: 1 },
    ]);
    expect(await workersCheck(operations)).not.toContain('sources');
    expect(await ranBy(web.health)).toEqual(['sync-web']);
    expect(await ranBy(again.health)).toEqual(['read-local', 'sync-local']);
  },
);
