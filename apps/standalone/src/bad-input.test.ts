import { mkdir, open, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { Problem, SearchAnswer, localOwner, type CallContext, type Operations } from '@tributary/contracts';
import { readServer, startApp, temporaryFolder, type AppProcess } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(60_000) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let app: AppProcess;
let url: string;
let operations: Operations;

beforeAll(async () => {
  folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  app = startApp('standalone', { args: ['--data', data, '--port', '0'] });
  url = await app.ready();
  operations = new HttpOperations(new HttpConnection(await readServer(data)));
  await operations.store({ text: 'The lamp is lit at dusk.', collection: 'memory' }, context());
});
afterAll(async () => {
  await app.end('SIGKILL');
  await folder.remove();
});

async function problemOf(path: string, init: RequestInit): Promise<{ status: number; code: string }> {
  const response = await fetch(url + path, init);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  const { status, code } = Problem.parse(await response.json());
  expect(status).toBe(response.status);
  return { status, code };
}

const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
});
const search = (body: unknown) => problemOf('/api/search', post(JSON.stringify(body)));

/** `fetch` does not let a test set Host. */
function statusUnderHost(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${url}/api/status`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}

describe('a question that is none', () => {
  it.each([
    ['malformed JSON', '{"query": "x"', { status: 400, code: 'REQUEST.MALFORMED' }],
    ['JSON nested too deep', `{"filter": ${'['.repeat(100)}${']'.repeat(100)}}`, { status: 400, code: 'REQUEST.TOO_DEEP' }],
    ['a query of 10 MB', JSON.stringify({ query: 'x'.repeat(10 * 1024 * 1024) }), { status: 413, code: 'REQUEST.TOO_LARGE' }],
  ])('is refused for %s', async (_, body, expected) => {
    expect(await problemOf('/api/search', post(body))).toEqual(expected);
  });

  it.each([
    ['an empty query', { query: '  ' }],
    ['a filter that is not a filter', { query: 'x', filter: { colour: 'red' } }],
    ['an unknown field', { query: 'x', colour: 'red' }],
    ['a limit out of range', { query: 'x', limit: 101 }],
    ['a body that is no object', 'x'],
  ])('is refused for %s', async (_, body) => {
    expect(await search(body)).toEqual({ status: 400, code: 'REQUEST.INVALID' });
  });

  it('is refused for an unknown collection', async () => {
    expect(await search({ query: 'x', collections: ['nowhere'] })).toEqual({ status: 404, code: 'COLLECTION.NOT_FOUND' });
  });

  it.each(['/api/collections/100%', '/mcp/%zz', '/%'])('is refused at the address %s, which cannot be decoded', async (path) => {
    expect(await problemOf(path, { method: 'GET' })).toEqual({ status: 400, code: 'REQUEST.ADDRESS_INVALID' });
  });

  it('is refused outside the API, in another media type and with a wrong token', async () => {
    expect(await problemOf('/api/nothing', { method: 'GET' })).toEqual({ status: 404, code: 'ROUTE.NOT_FOUND' });
    expect(await problemOf('/api/search', post('query=x', { 'content-type': 'text/plain' }))).toEqual({
      status: 415,
      code: 'REQUEST.MEDIA_TYPE',
    });
    expect(await problemOf('/api/search', post('{"query":"x"}', { authorization: 'Bearer wrong' }))).toEqual({
      status: 401,
      code: 'AUTH.TOKEN_INVALID',
    });
  });

  it('is refused on /mcp as JSON-RPC says, and with a wrong token or media type as on the API', async () => {
    const malformed = await fetch(`${url}/mcp`, post('{"jsonrpc": "2.0", "method":'));
    expect([malformed.status, await malformed.json()]).toMatchObject([400, { jsonrpc: '2.0', id: null, error: { code: -32700 } }]);
    const deep = await fetch(`${url}/mcp`, post(`{"params": ${'['.repeat(100)}${']'.repeat(100)}}`));
    expect([deep.status, await deep.json()]).toMatchObject([
      400,
      { id: null, error: { code: -32600, data: { code: 'REQUEST.TOO_DEEP' } } },
    ]);
    expect(await problemOf('/mcp', post('{}', { authorization: 'Bearer wrong' }))).toEqual({ status: 401, code: 'AUTH.TOKEN_INVALID' });
    expect(await problemOf('/mcp', post('x', { 'content-type': 'text/plain' }))).toEqual({ status: 415, code: 'REQUEST.MEDIA_TYPE' });
  });

  it.each(['/api/documents', '/api/store', '/mcp'])(
    'is refused on %s before it is read, where it is large and its sender is not known',
    async (path) => {
      const large = '['.repeat(100 * 1024);
      expect(await problemOf(path, post(large, { authorization: 'Bearer wrong' }))).toEqual({ status: 401, code: 'AUTH.TOKEN_INVALID' });
    },
  );

  it('is refused from a foreign page', async () => {
    expect(await problemOf('/api/search', post('{"query":"x"}', { origin: 'https://evil.example' }))).toEqual({
      status: 403,
      code: 'ORIGIN.REFUSED',
    });
    expect(await statusUnderHost('rebound.example')).toBe(403);
  });
});

describe('an odd question', () => {
  const ODD: readonly (readonly [kind: string, query: string])[] = [
    ['one letter', 'x'],
    ['stop words', 'the of and'],
    ['10,000 words', 'a b '.repeat(5000)],
    ['Chinese', '怎么点灯'],
    ['Arabic', 'متى يضاء المصباح'],
    ['emoji', '🎉🚀'],
    ['SQL', "'; DROP TABLE documents; --"],
    ['a regular expression', '^(a+)+$|\\d{2,}'],
    ['FTS5 operators', 'NEAR(lamp dusk, 5) AND title:* OR NOT -'],
    ['half a character', '\ud800'],
  ];
  const ask = async (body: object) => {
    const response = await fetch(`${url}/api/search`, post(JSON.stringify(body)));
    return SearchAnswer.parse(await response.json());
  };

  it.each(ODD)('of %s is answered by every algorithm with hits, or with a note that says why there are none', async (_, query) => {
    for (const algorithm of ['hybrid', 'semantic', 'keyword', 'fuzzy', 'rrf', 'dbsf']) {
      const { hits, notes, coverage } = await ask({ query, algorithm });
      expect(
        coverage.every(({ status }) => status === 'searched'),
        algorithm,
      ).toBe(true);
      expect(hits.length + notes.length, algorithm).toBeGreaterThan(0);
    }
  });

  it.each([
    ['negative weights', { weights: { keyword: -1 } }, { code: 'REQUEST.INVALID', detail: /weights.keyword: A weight is 0 or greater/ }],
    ['weights that are all zero', { weights: { keyword: 0, semantic: 0 } }, { code: 'SEARCH.WEIGHTS_INVALID', detail: /at least one/ }],
    ['no collection at all', { collections: [] }, { code: 'REQUEST.INVALID', detail: /leave collections out/ }],
    ['priorities of nothing', { priorities: { order: [] } }, { code: 'REQUEST.INVALID', detail: /priorities.order: Name the collections/ }],
    ['a token that was changed', { after: 'w1.W3t9LHt9XQ.000000000000' }, { code: 'TOKEN.INVALID', detail: /not a token of a write/ }],
    ['a cursor that is none', { cursor: 'invented' }, { code: 'CURSOR.INVALID', detail: /Search again/ }],
  ])('with %s is refused in words', async (_, part, { code, detail }) => {
    const response = await fetch(`${url}/api/search`, post(JSON.stringify({ query: 'lamp', ...part })));
    const problem = Problem.parse(await response.json());
    expect([response.status, problem.code]).toEqual([400, code]);
    expect(problem.detail).toMatch(detail);
  });

  it('with the token of a write finds what was written, and with huge weights what small ones find', async () => {
    const { token } = await operations.store({ text: 'The foghorn sounds twice a minute.', collection: 'memory' }, context());
    expect((await ask({ query: 'foghorn', after: [token], wait_ms: 5000 })).hits[0]?.content).toContain('foghorn');
    const uris = async (weights: object) => (await ask({ query: 'lamp foghorn', weights })).hits.map(({ uri }) => uri);
    expect(await uris({ semantic: 1e308, keyword: 1e308 })).toEqual(await uris({ semantic: 1, keyword: 1 }));
  });

  it('over two hundred collections of which fifty are missing names the missing ones', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `shelf-${n.toString()}`);
    const documents = names
      .slice(50)
      .map((collection) => ({ v: 1 as const, collection, id: 'a', content: `Books about buoys stand on ${collection}.` }));
    const outcomes = await operations.ingestDocuments(documents, context());
    const after = outcomes.flatMap((outcome) => outcome.token ?? []);
    const body = { query: 'books about buoys', collections: names, after: after.slice(0, 100), wait_ms: 30_000, deadline_ms: 30_000 };
    await ask({ ...body, after: after.slice(100) });
    const { hits, coverage, notes } = await ask(body);
    expect(hits).toHaveLength(10);
    expect(coverage.filter(({ status }) => status === 'searched')).toHaveLength(150);
    expect(coverage.filter(({ code }) => code === 'COLLECTION.NOT_FOUND')).toHaveLength(50);
    expect(notes.join()).toContain('No collection fits shelf-0, shelf-1, ');
    for (const collection of names.slice(50)) await operations.removeCollection(collection, context());
  });
});

describe('a folder of odd files', () => {
  it('is indexed but for what cannot be, which is counted with its reason', async () => {
    const notes = join(folder.path, 'odd');
    await mkdir(join(notes, 'deep'), { recursive: true });
    await writeFile(join(notes, 'good.md'), '# Good\n\nThe lighthouse stands.\n');
    await writeFile(join(notes, 'latin1.md'), Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x61, 0x6d, 0x20, 0x4d, 0x65, 0x65, 0x72, 0x0a]));
    await writeFile(join(notes, 'program.bin'), Buffer.alloc(4096));
    await symlink(notes, join(notes, 'deep', 'loop'));
    const huge = await open(join(notes, 'huge.txt'), 'w');
    await huge.truncate(1024 ** 3);
    await huge.close();

    const { source, finished } = await operations.addSource({ location: notes, trusted_path: true, wait_ms: 30_000 }, context());
    expect(finished).toBe(true);
    expect(source).toMatchObject({ state: 'idle', failed: 0, pending: 0 });
    expect(source.documents).toBeGreaterThanOrEqual(1);
    expect(source.skipped).toMatchObject({ 'too-large': 1, binary: 1 });
  });
});

describe('after all that', () => {
  it('the server is ready and answers', async () => {
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const response = await fetch(`${url}/api/search`, post('{"query":"when is the lamp lit"}'));
    expect(SearchAnswer.parse(await response.json()).hits[0]?.content).toContain('dusk');
  });
});
