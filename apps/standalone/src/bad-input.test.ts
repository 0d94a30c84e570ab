import { mkdir, open, readFile, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { Problem, SearchAnswer, localOwner, type CallContext, type Operations } from '@tributary/contracts';
import { startApp, temporaryFolder, type AppProcess } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const ServerFile = z.object({ url: z.string(), token: z.string() });
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
  operations = new HttpOperations(new HttpConnection(ServerFile.parse(JSON.parse(await readFile(join(data, 'server.json'), 'utf8')))));
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

  it('is refused from a foreign page', async () => {
    expect(await problemOf('/api/search', post('{"query":"x"}', { origin: 'https://evil.example' }))).toEqual({
      status: 403,
      code: 'ORIGIN.REFUSED',
    });
    expect(await statusUnderHost('rebound.example')).toBe(403);
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
