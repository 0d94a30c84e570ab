import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { DoctorAnswer, DoctorInput, localOwner, type Operations } from '@tributary/contracts';
import {
  eventually,
  findQdrantProgram,
  findRedisProgram,
  startApp,
  startQdrantServer,
  startRedisServer,
  temporaryFolder,
  type AppProcess,
  type QdrantServer,
  type RedisServer,
} from '@tributary/testing';
import { expect, it, type TestContext } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

const TOKEN = 'the-token-of-this-deployment';

/** One command to a Redis, as an operator types it. */
async function ask(redis: RedisServer, command: string): Promise<string> {
  const socket = connect(redis.port, '127.0.0.1');
  socket.write(`${command}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer]; // safe: without an encoding a socket gives buffers
  socket.destroy();
  return answer.toString();
}

interface Deployment {
  readonly folder: string;
  readonly qdrant: QdrantServer;
  readonly redis: RedisServer;
  readonly worker: AppProcess;
  /** What its gateway does, without a command. */
  readonly operations: Operations;
  /** Runs a command against it. */
  readonly run: (...args: readonly string[]) => ReturnType<typeof tributary>;
}

/** Four services on a Redis and a Qdrant. */
async function deploy(stack: AsyncDisposableStack, testContext: TestContext): Promise<Deployment> {
  const [redisSupply, qdrantSupply] = [findRedisProgram(), findQdrantProgram()];
  if (redisSupply.kind === 'none') return testContext.skip(redisSupply.reason);
  if (qdrantSupply.kind === 'none') return testContext.skip(qdrantSupply.reason);
  const folder = await temporaryFolder();
  stack.defer(() => folder.remove());
  const redis = stack.use(await startRedisServer(redisSupply.command));
  const qdrant = stack.use(await startQdrantServer(qdrantSupply.command));
  const env = {
    TRIBUTARY_REDIS__URL: redis.url,
    TRIBUTARY_ENGINES: JSON.stringify({ main: { type: 'qdrant', url: qdrant.url } }),
    TRIBUTARY_SERVER__TOKEN: TOKEN,
    TRIBUTARY_SERVER__PORT: '0',
  };
  const start = (name: string) => {
    const app = startApp(name, { args: ['--data', join(folder.path, name)], env });
    stack.defer(async () => {
      await app.end('SIGKILL');
    });
    return app;
  };
  const gateway = start('mcp-gateway');
  const worker = start('ingest-worker');
  const others = [start('embedder'), start('search-federation')];
  await eventually(() => Promise.all([gateway, worker, ...others].map((app) => app.ready())), 120_000);
  const url = await gateway.ready();
  const operations = new HttpOperations(new HttpConnection({ url, token: TOKEN }));
  return { folder: folder.path, qdrant, redis, worker, operations, run: (...args) => tributary([...args, '--url', url, '--token', TOKEN]) };
}

async function diagnose({ run }: Deployment, ...args: readonly string[]) {
  const { code, stdout, stderr } = await run('doctor', '--json', ...args);
  expect(stderr).toBe('');
  const { checks, drift } = DoctorAnswer.parse(JSON.parse(stdout));
  const of = (name: string) => checks.find((check) => check.name === name);
  return { code, drift, of };
}

it('tells what a deployment stands on, where its catalog and Qdrant differ, and mends that', { timeout: 300_000 }, async (testContext) => {
  await using stack = new AsyncDisposableStack();
  const deployment = await deploy(stack, testContext);
  const { folder, redis, qdrant, worker, operations, run } = deployment;

  await ask(redis, 'CONFIG SET maxmemory-policy allkeys-lru appendfsync everysec');
  const careless = await diagnose(deployment);
  expect([careless.code, careless.drift?.found]).toEqual([0, 0]);
  expect(careless.of('queues')?.status).toBe('warning');
  expect(careless.of('queues')?.detail).toContain('set maxmemory-policy to noeviction');
  await ask(redis, 'CONFIG SET maxmemory-policy noeviction appendonly no');
  expect((await diagnose(deployment)).of('queues')?.detail).toContain('Set appendonly to yes.');
  await ask(redis, 'CONFIG SET appendonly yes appendfsync always');
  const careful = await diagnose(deployment);
  expect(careful.of('queues')).toEqual({ name: 'queues', status: 'ok', detail: 'Redis, fsync: a job survives a power cut.' });
  expect(careful.of('workers')).toMatchObject({ status: 'ok' });
  expect(careful.of('engine main')?.status).toBe('ok');
  expect(careful.of('engine main')?.detail).toContain('qdrant');

  const lines = ['a', 'b'].map((id) => JSON.stringify({ id, collection: 'log', content: `Entry ${id} about kestrels.` }));
  await writeFile(join(folder, 'log.jsonl'), lines.join('\n'));
  expect((await run('import', join(folder, 'log.jsonl'))).code).toBe(0);
  const lose = (collection: string, key: string, value: string) =>
    fetch(`${qdrant.url}/collections/${collection}/points/delete?wait=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filter: { must: [{ key, match: { value } }] } }),
    });
  // As after a restore of the catalog that is older than the collections.
  expect((await lose('tributary-default-catalog', 'key', 'log/a')).ok).toBe(true);
  const drifted = await diagnose(deployment);
  expect([drifted.code, drifted.drift?.examples.map(({ kind, id }) => [kind, id])]).toEqual([1, [['orphan-points', 'a']]]);
  const mended = await diagnose(deployment, '--repair');
  expect([mended.code, mended.drift?.remaining]).toEqual([0, 0]);
  expect((await diagnose(deployment)).code).toBe(0);

  // As after a restore of a collection that is older than the catalog: what came from nowhere else is handed in again.
  expect((await lose('log__g1', 'original_id', 'log:b:chunk:0')).ok).toBe(true);
  const lost = await diagnose(deployment, '--repair');
  expect([lost.drift?.examples.map(({ kind, id }) => [kind, id]), lost.drift?.remaining]).toEqual([[['missing-points', 'b']], 0]);
  expect((await run('import', join(folder, 'log.jsonl'))).code).toBe(0);
  expect((await diagnose(deployment)).code).toBe(0);
  expect((await run('search', 'entry b', '--collection', 'log', '--deadline', '30000')).stdout).toContain('Entry b about kestrels.');

  await worker.end('SIGKILL');
  await eventually(async () => {
    const { checks } = await operations.doctor(DoctorInput.parse({}), { principal: localOwner, signal: AbortSignal.timeout(30_000) });
    return checks.some(({ name, status }) => name === 'workers' && status !== 'ok');
  }, 30_000);
  expect((await diagnose(deployment)).of('workers')?.detail).toContain('There is no worker for local sources');
  await qdrant.crash();
  const down = await diagnose(deployment);
  expect([down.code, down.drift, down.of('engine main')?.status]).toEqual([1, undefined, 'failed']);
  expect(down.of('drift')?.status).toBe('failed');
  expect(down.of('drift')?.detail).toContain('could not be compared');
});
