import { mkdir, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { SearchRequest, localOwner, type CallContext, type Operations } from '@tributary/contracts';
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
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';

const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(120_000) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let started: AppProcess[];
let redis: RedisServer | undefined;
let prefix = 0;

beforeEach(async () => {
  folder = await temporaryFolder();
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((app) => app.end('SIGKILL')));
  await redis?.remove();
  redis = undefined;
  await folder.remove();
});

/** A Redis for this test, as the variables of the services; skips the test where there is none. */
async function redisVariables(context: TestContext): Promise<Record<string, string>> {
  const supply = findRedis();
  if (supply.kind === 'none') return context.skip(supply.reason);
  if (supply.kind === 'program') redis = await startRedisServer(supply.command);
  const url = supply.kind === 'url' ? supply.url : (redis?.url ?? '');
  return { TRIBUTARY_REDIS__URL: url, TRIBUTARY_REDIS__PREFIX: `test-${process.pid.toString()}-${(prefix++).toString()}` };
}

function start(
  name: string,
  data: string,
  options: { readonly env?: Record<string, string>; readonly args?: readonly string[] } = {},
): AppProcess {
  const app = startApp(name, { args: ['--data', data, ...(options.args ?? [])], env: options.env ?? {} });
  started.push(app);
  return app;
}

async function operationsOf(data: string): Promise<Operations> {
  return new HttpOperations(new HttpConnection(await readServer(data)));
}

interface Services {
  readonly url: string;
  readonly operations: Operations;
}

async function startServices(env: Record<string, string>): Promise<Services> {
  const data = join(folder.path, 'services');
  start('embedder', data, { env });
  start('ingest-worker', data, { env });
  start('search-federation', data, { env });
  const gateway = start('mcp-gateway', data, { env, args: ['--port', '0'] });
  const url = await gateway.ready();
  await Promise.all(started.map((app) => app.ready()));
  await eventually(async () => (await fetch(`${url}/health/ready`)).ok);
  return { url, operations: await operationsOf(data) };
}

async function startStandalone(): Promise<Operations> {
  const data = join(folder.path, 'standalone');
  await start('standalone', data, { args: ['--port', '0'] }).ready();
  return operationsOf(data);
}

async function writeNotes(count: number): Promise<string> {
  const notes = join(folder.path, 'notes');
  await mkdir(notes, { recursive: true });
  for (let n = 0; n < count; n++) {
    const paragraphs = Array.from({ length: 6 }, (_, p) =>
      `Keeper ${(n * 3 + p).toString()} of lighthouse ${n.toString()} writes about lamp oil and storm ${p.toString()}. `.repeat(4),
    );
    await writeFile(join(notes, `note-${n.toString()}.md`), `# Note ${n.toString()}\n\n${paragraphs.join('\n\n')}\n`);
  }
  return notes;
}

async function indexed(operations: Operations, documents: number): Promise<number> {
  return eventually(async () => {
    const { sources, collections, queues } = await operations.status(context());
    expect(sources.map(({ state, pending, failed }) => ({ state, pending, failed }))).toEqual([{ state: 'idle', pending: 0, failed: 0 }]);
    expect(queues.reduce((sum, { waiting, active, dead }) => sum + waiting + active + dead, 0)).toBe(0);
    const docs = collections.find(({ name }) => name === 'notes-docs');
    expect(docs?.documents).toBe(documents);
    return docs?.chunks ?? 0;
  }, 90_000);
}

async function found(operations: Operations, query: string) {
  const { hits, coverage } = await operations.search(SearchRequest.parse({ query, deadline_ms: 30_000 }), context());
  expect(coverage.map(({ collection, status }) => ({ collection, status }))).toEqual([{ collection: 'notes-docs', status: 'searched' }]);
  return hits.map(({ uri, relevance, content, range }) => ({ uri, relevance: relevance.toFixed(6), content, range }));
}

const tokenOf = (name: string) => `the-token-of-${name}-0123`;
const callerOf = (name: string) => ({ token: tokenOf(name), user_id: name, scopes: ['search:read', 'documents:write'] });
const TWO_CALLERS = {
  TRIBUTARY_ACCESS__TOKENS: JSON.stringify({ ada: callerOf('ada'), bob: callerOf('bob') }),
  TRIBUTARY_ACCESS__LIMITS: '{"searches_per_second": 0.1, "search_burst": 6}',
};

/** Each sees his own rows, calls with a key are made once, and who asks too much is held back alone. */
async function expectCallersApart(url: string): Promise<void> {
  const ask = async (name: string, path: string, body: object) => {
    const authorization = name === '' ? {} : { authorization: `Bearer ${tokenOf(name)}`, 'idempotency-key': 'once' };
    const headers = { 'content-type': 'application/json', ...authorization };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, replayed: response.headers.get('idempotency-replayed'), text: await response.text() };
  };
  const search = (name: string) => ask(name, '/api/search', { query: 'kestrelquux keeps the plan', deadline_ms: 30_000 });
  expect((await search('')).status).toBe(401);
  const stored = { text: 'The plan is kept by kestrelquux.', collection: 'notes' };
  expect((await ask('ada', '/api/store', stored)).status).toBe(200);
  expect((await search('ada')).text).toContain('kept by kestrelquux');
  expect((await search('bob')).text).not.toContain('kept by kestrelquux');
  const document = { v: 1, collection: 'notes', id: 'a', content: 'A lantern.' };
  const ingest = () => ask('ada', '/api/documents', document);
  expect([await ingest(), await ingest()]).toMatchObject([{ replayed: null }, { replayed: 'true' }]);
  const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await search('ada')).status));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect((await search('bob')).status).toBe(200);
}

describe('four services over Redis', () => {
  it('let searches go first where processes share a machine', { timeout: 120_000 }, async (testContext) => {
    await startServices(await redisVariables(testContext));
    const lower = Math.max(5, getPriority());
    // Embedder, ingest worker, federation, gateway.
    expect(started.map(({ pid }) => getPriority(pid))).toEqual([lower, lower, getPriority(), getPriority()]);
  });

  it('answer a search as the standalone server does', { timeout: 120_000 }, async (test) => {
    const notes = await writeNotes(40);
    const { operations: services } = await startServices(await redisVariables(test));
    const standalone = await startStandalone();
    await services.addSource({ location: notes, trusted_path: true, wait_ms: 0 }, context());
    await standalone.addSource({ location: notes, trusted_path: true, wait_ms: 0 }, context());
    expect(await indexed(services, 40)).toBe(await indexed(standalone, 40));
    for (const query of ['lighthouse 17 lamp oil', 'what does keeper 12 say about storms', '"storm 3" keeper', 'lihgthouse']) {
      const hits = await found(services, query);
      expect(hits.length).toBeGreaterThan(0);
      expect(hits).toEqual(await found(standalone, query));
    }
  });

  it(
    'wait in a search for what another of them was given to write, and tell callers apart by token',
    { timeout: 120_000 },
    async (test) => {
      const notes = await writeNotes(30);
      const { operations, url } = await startServices({ ...(await redisVariables(test)), ...TWO_CALLERS });
      const ask = (query: string, after: string | undefined) =>
        operations.search(SearchRequest.parse({ query, after, wait_ms: 30_000, deadline_ms: 20_000 }), context());
      const { token } = await operations.addSource({ location: notes, trusted_path: true, wait_ms: 0 }, context());
      const first = await ask('"lighthouse 29"', token);
      expect(first.hits.map(({ title }) => title)).toContain('Note 29');
      expect(first.coverage).toMatchObject([{ collection: 'notes-docs', status: 'searched' }]);
      expect(first.coverage[0]?.reason).toBeUndefined();
      const documents = Array.from({ length: 40 }, (_, n) => ({
        v: 1 as const,
        collection: 'log',
        id: `n${n.toString()}`,
        content: `Entry zebra${n.toString()}.`,
      }));
      const outcomes = await operations.ingestDocuments(documents, context());
      const second = await ask('zebra39', outcomes.at(-1)?.token);
      expect(second.hits.map(({ uri }) => uri)).toContain('tributary://log/n39#0');
      const { token: deleted } = await operations.delete({ ids: ['tributary://log/n39'], dry_run: false }, context());
      expect((await ask('zebra39', deleted)).hits.map(({ uri }) => uri)).not.toContain('tributary://log/n39#0');
      await expect(ask('zebra39', `${token}0`)).rejects.toMatchObject({ code: 'TOKEN.INVALID' });
      await expectCallersApart(url);
    },
  );

  it('let "auto" choose among collections by what they hold', { timeout: 120_000 }, async (test) => {
    const { operations } = await startServices(await redisVariables(test));
    const animals = ['okapi', 'numbat', 'quagga', 'axolotl', 'pangolin', 'kakapo', 'saiga', 'tarsier', 'vicuna', 'wombat'];
    const documents = animals.map((animal) => ({
      v: 1 as const,
      collection: `${animal}-notes`,
      id: 'a',
      content: `Notes on the ${animal}.`,
    }));
    const outcomes = await operations.ingestDocuments(documents, context());
    const after = outcomes.flatMap(({ token }) => token ?? []);
    await operations.search(SearchRequest.parse({ query: 'notes', after, wait_ms: 30_000 }), context());
    const ask = (query: string) =>
      SearchRequest.parse({ query, collections: ['auto'], max_collections: 2, limit: 1, explain: true, deadline_ms: 20_000 });
    await eventually(async () => {
      const answer = await operations.search(ask('what is known of the pangolin'), context());
      expect(answer.selection?.asked[0]).toMatchObject({ collection: 'pangolin-notes', because: 'best' });
      expect(answer.hits[0]?.collection).toBe('pangolin-notes');
      expect(answer.coverage.filter(({ status }) => status === 'not_selected')).toHaveLength(animals.length - 2);
    });
  });

  it('tell figures and what is away while Redis is, with the searches that fail for it', { timeout: 60_000 }, async (testContext) => {
    const env = await redisVariables(testContext);
    if (redis === undefined) return testContext.skip('A Redis that others use is not stopped.');
    const { url, operations } = await startServices(env);
    const { token } = await readServer(join(folder.path, 'services'));
    await redis.crash();
    const ask = () => operations.search(SearchRequest.parse({ query: 'lamp oil' }), context());
    await eventually(async () => {
      await expect(ask()).rejects.toMatchObject({ code: 'QUEUE.UNAVAILABLE' });
    });
    const page = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toMatch(/^tributary_request_duration_seconds_count\{.*queue="search".*outcome="error".*\} [1-9]/m);
    expect(text).toContain('tributary_up{part="queues",name="redis",kind="redis"} 0\n');
    const { unavailable, engines, durable } = await operations.status(context());
    expect(unavailable?.map(({ part, reason }) => `${part}: ${reason}`)).toEqual([expect.stringMatching(/^queues: Redis does not answer/)]);
    expect([durable, ...engines.map(({ status }) => status)]).toEqual(['unknown', 'up']);
  });

  it('find a stored text when store returns', { timeout: 60_000 }, async (test) => {
    const { operations } = await startServices(await redisVariables(test));
    const { searchable } = await operations.store({ text: 'The spare key hangs behind the barometer.', collection: 'memory' }, context());
    const { hits } = await operations.search(SearchRequest.parse({ query: 'where is the spare key', deadline_ms: 30_000 }), context());
    expect([searchable, hits[0]?.content]).toEqual([true, expect.stringContaining('barometer')]);
  });
});

describe('what a service needs', () => {
  it('is a federation that answers: without one the gateway is not ready and says so', async (test) => {
    const env = await redisVariables(test);
    const gateway = start('mcp-gateway', join(folder.path, 'data'), { env, args: ['--port', '0'] });
    const response = await fetch(`${await gateway.ready()}/health/ready`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ reasons: [expect.stringMatching(/^handlers: no live process handles search, /)] });
    const { output } = await gateway.end('SIGTERM');
    expect(output).toMatch(/"reasons":"handlers: no live process handles search, .*"msg":"listening, but not ready"/);
    expect(output).not.toContain('"msg":"ready"');
  });

  it('is the address of a Redis: without one it ends with 78 and says what to set', async () => {
    const { code, output } = await start('embedder', join(folder.path, 'data')).ended;
    expect(code).toBe(78);
    expect(output).toMatch(/^redis\.url: missing, .*TRIBUTARY_REDIS__URL/);
  });

  it('is a Redis that answers: without one it ends with 1 and a sentence', async () => {
    const env = { TRIBUTARY_REDIS__URL: 'redis://127.0.0.1:9', TRIBUTARY_REDIS__START_PATIENCE_MS: '0' };
    const { code, output } = await start('embedder', join(folder.path, 'data'), { env }).ended;
    expect(code).toBe(1);
    expect(output.split('\n')).toHaveLength(1);
    expect(output).toContain('Redis');
  });
});
