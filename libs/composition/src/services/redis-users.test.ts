import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { SearchRequest, localOwner, type CallContext, type Operations } from '@tributary/contracts';
import { eventually, findRedisProgram, readServer, startApp, startRedisServer, temporaryFolder, type AppProcess } from '@tributary/testing';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';

const USERS = fileURLToPath(new URL('../../../../docker/redis-users.acl', import.meta.url));
const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(120_000) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let started: AppProcess[];
beforeEach(async () => {
  folder = await temporaryFolder();
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((app) => app.end('SIGKILL')));
  await folder.remove();
});

/** Makes the users of the file on a server, each with its own name as password. @returns the address of the server for a user */
async function makeUsers(admin: Redis, port: number): Promise<(name: string) => string> {
  const lines = (await readFile(USERS, 'utf8')).split('\n').filter((line) => /^user (?!default)/.test(line));
  for (const line of lines) {
    const [, ...rules] = line.replaceAll(/%([\w-]+)%/g, 'password-of-$1').split(' ');
    await admin.call('ACL', 'SETUSER', ...rules);
  }
  return (name) => `redis://${name}:password-of-${name}@127.0.0.1:${port.toString()}`;
}

async function startServices(urlOf: (user: string) => string): Promise<Operations> {
  const data = join(folder.path, 'data');
  const start = (name: string, env: Record<string, string> = {}) => {
    const app = startApp(name, { args: ['--data', data], env: { TRIBUTARY_REDIS__URL: urlOf(name), ...env } });
    started.push(app);
  };
  start('mcp-gateway', { TRIBUTARY_SERVER__PORT: '0' });
  start('search-federation');
  start('embedder');
  start('ingest-worker');
  await eventually(() => Promise.all(started.map((app) => app.ready())), 120_000);
  return new HttpOperations(new HttpConnection(await readServer(data)));
}

/** Everything the services do over Redis: syncs, documents, chunks, upkeep, searches, lists, cursors. */
async function useAll(operations: Operations): Promise<void> {
  const notes = join(folder.path, 'notes');
  await mkdir(notes);
  for (let n = 0; n < 12; n++)
    await writeFile(join(notes, `${n.toString()}.md`), `# Note ${n.toString()}\n\nThe keeper lights lamp ${n.toString()}.`);
  const { source, job_id } = await operations.addSource({ location: notes, trusted_path: true, wait_ms: 60_000 }, context());
  await operations.ingestDocuments([{ v: 1, collection: 'log', id: 'a', content: 'An entry about kestrels.' }], context());
  await eventually(async () => {
    const { queues } = await operations.status(context());
    expect(queues.reduce((sum, { waiting, active, delayed }) => sum + waiting + active + delayed, 0)).toBe(0);
    expect((await operations.getCollection('log', context())).documents).toBe(1);
  }, 60_000);
  const first = await operations.search(SearchRequest.parse({ query: 'keeper lamp', limit: 5, deadline_ms: 30_000 }), context());
  expect(first.hits).toHaveLength(5);
  if (first.cursor !== undefined)
    await operations.search(SearchRequest.parse({ query: 'keeper lamp', limit: 5, cursor: first.cursor, deadline_ms: 30_000 }), context());
  expect(await operations.getJob(job_id, context())).toMatchObject({ state: 'done' });
  await operations.listJobs({ limit: 10 }, context());
  await operations.removeSource(source.id, { keepDocuments: false }, context());
  const { checks } = await operations.doctor({ repair: true }, context());
  expect(checks.filter(({ name }) => name === 'queues' || name === 'workers')).toEqual([
    { name: 'queues', status: 'ok', detail: expect.stringContaining('fsync') as string }, // safe: a matcher stands for a text
    { name: 'workers', status: 'ok', detail: 'every queue has a live process' },
  ]);
}

/** What nobody but an operator may do, and the queues of others. */
const REFUSED: readonly (readonly [user: string, ...command: [string, ...string[]]])[] = [
  ...['mcp-gateway', 'search-federation', 'ingest-worker', 'embedder', 'producer'].flatMap((user) => [
    [user, 'FLUSHALL'] as const,
    [user, 'KEYS', '*'] as const,
    [user, 'CONFIG', 'SET', 'appendonly', 'no'] as const,
    [user, 'ACL', 'SETUSER', 'me', 'on'] as const,
    [user, 'GET', 'another:program'] as const,
  ]),
  ['search-federation', 'LRANGE', '{tributary:ingest-document}:ingest-document:wait', '0', '1'],
  ['search-federation', 'SET', '{tributary:embed-chunks}:embed-chunks:1', 'x'],
  ['embedder', 'LRANGE', '{tributary:search}:search:wait', '0', '1'],
  ['embedder', 'SET', '{tributary:sync-web}:sync-web:1', 'x'],
  ['ingest-worker', 'LRANGE', '{tributary:search}:search:wait', '0', '1'],
  ['ingest-worker', 'GET', '{tributary:cursor}:1'],
  ['producer', 'SET', '{tributary:maintenance}:maintenance:1', 'x'],
  ['producer', 'SMEMBERS', 'tributary:queues'],
  ['producer', 'SUBSCRIBE', 'tributary:cancel'],
];

it(
  'each service works with the rights of its own user of Redis, and is refused whatever goes beyond',
  { timeout: 300_000 },
  async (testContext) => {
    const supply = findRedisProgram();
    if (supply.kind === 'none') return testContext.skip(supply.reason);
    await using server = await startRedisServer(supply.command);
    const admin = new Redis(server.url);
    try {
      const urlOf = await makeUsers(admin, server.port);
      await useAll(await startServices(urlOf));
      expect(await admin.call('ACL', 'LOG')).toEqual([]);
      for (const [user, command, ...args] of REFUSED) {
        const client = new Redis(urlOf(user), { maxRetriesPerRequest: 0 });
        await expect(client.call(command, ...args), [user, command, ...args].join(' ')).rejects.toThrow(/NOPERM/);
        client.disconnect();
      }
    } finally {
      admin.disconnect();
    }
  },
);
