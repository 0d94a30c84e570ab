import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProjectServer } from './project-server.fixture.js';

const TOKEN = 'a-token-of-the-daemon';
const Status = z.object({
  projects: z.array(z.object({ project_root: z.string(), active: z.boolean() })),
  stats: z.object({ memory_mb: z.number() }),
});

interface Call {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly socket?: boolean;
}

describe('the API of the daemon', () => {
  let server: ProjectServer;
  let root: string;
  let socket: string;
  const logged: string[] = [];
  beforeAll(async () => {
    server = await ProjectServer.start({
      logged,
      daemon: (folder) => ({ listen: '127.0.0.1:0', unixSocket: join(folder, 'daemon.sock'), apiToken: TOKEN }),
    });
    socket = server.server.daemonUrls[1] ?? '';
    root = await server.project('shop');
  });
  afterAll(() => server.stop());

  /** Asks as a program would; `fetch` knows no sockets. */
  function ask(method: 'GET' | 'POST', path: string, { body, headers, socket: bySocket = false }: Call = {}) {
    const { hostname, port } = new URL(server.server.daemonUrls[0] ?? '');
    const sent = body === undefined ? '' : JSON.stringify(body);
    const authorization = bySocket ? {} : { authorization: `Bearer ${TOKEN}` };
    const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent).toString(), ...authorization, ...headers };
    return new Promise<{ status: number | undefined; json: unknown }>((resolve, reject) => {
      const place = bySocket ? { socketPath: socket } : { hostname, port };
      const call = request({ ...place, path, method, headers: all }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          resolve({ status: response.statusCode, json: JSON.parse(Buffer.concat(parts).toString()) });
        });
      });
      call.on('error', reject).end(sent);
    });
  }

  const post = (path: string, body: object, more: Call = {}) => ask('POST', path, { ...more, body });

  it('activates, reindexes, purges, ingests and deactivates in the shapes of the document [004-78]', async () => {
    expect(await post('/activate', { project_root: root })).toEqual({
      status: 200,
      json: { status: 'activated', collection: 'shop-code' },
    });
    const reindexed = await post('/reindex', { project_root: root });
    expect(Object.keys(z.object({ indexed: z.number(), deleted: z.literal(0) }).parse(reindexed.json))).toEqual(['indexed', 'deleted']);
    expect(await post('/reindex', { project_root: root, paths: ['src/cart.ts'] })).toMatchObject({
      status: 200,
      json: { indexed: 1, deleted: 0 },
    });
    expect(await post('/purge', { project_root: root, paths: ['docs'] })).toEqual({ status: 200, json: { deleted: 1 } });
    const note = join(server.folder, 'note.md');
    await server.write(note, '# Note\n\nThe lighthouse keeper counts the ships.\n');
    const ingested = await post('/ingest/document', { path: note, collection: 'shop-docs' });
    expect(ingested).toEqual({ status: 200, json: { chunks: 1, status: 'success' } });
    const { projects, stats } = Status.parse((await ask('GET', '/status')).json);
    expect(projects).toMatchObject([{ project_root: root, active: true }]);
    expect(stats.memory_mb).toBeGreaterThan(0);
    expect(await post('/deactivate', { project_root: root })).toEqual({ status: 200, json: { status: 'deactivated' } });
    expect(Status.parse((await ask('GET', '/status')).json).projects).toMatchObject([{ active: false }]);
  });

  it('is reached by its owner’s socket without a token, and by nobody else [004-53]', async () => {
    expect((await stat(socket)).mode & 0o777).toBe(0o600);
    expect((await ask('GET', '/status', { socket: true })).status).toBe(200);
  });

  it('asks for its token, and takes no other [004-52]', async () => {
    expect(await ask('GET', '/status', { headers: { authorization: '' } })).toMatchObject({ status: 401 });
    expect(await ask('GET', '/status', { headers: { authorization: 'Bearer wrong' } })).toMatchObject({
      status: 401,
      json: { code: 'AUTH.TOKEN_INVALID' },
    });
  });

  it('listens on this machine only, and refuses the names and pages of others [004-51]', async () => {
    expect(new URL(server.server.daemonUrls[0] ?? '').hostname).toBe('127.0.0.1');
    expect(await ask('GET', '/status', { headers: { host: 'evil.example' } })).toMatchObject({
      status: 403,
      json: { code: 'HOST.REFUSED' },
    });
    expect(await ask('GET', '/status', { headers: { origin: 'https://evil.example' } })).toMatchObject({
      status: 403,
      json: { code: 'ORIGIN.REFUSED' },
    });
    const elsewhere = ProjectServer.start({ daemon: () => ({ listen: '0.0.0.0:8090' }) });
    await expect(elsewhere).rejects.toMatchObject({ code: 'DAEMON.ADDRESS_INVALID' });
  });

  it('answers a wrong body, an unknown project and a file that is no document in words', async () => {
    expect(await post('/activate', {})).toMatchObject({ status: 400 });
    expect(await post('/deactivate', { project_root: join(server.folder, 'nowhere') })).toMatchObject({
      status: 404,
      json: { code: 'PROJECT.UNKNOWN' },
    });
    const binary = join(server.folder, 'empty.bin');
    await server.write(binary, 'a\0b\0c');
    expect(await post('/ingest/document', { path: binary, collection: 'shop-docs' })).toMatchObject({
      status: 400,
      json: { code: 'DOCUMENT.NOT_INDEXED' },
    });
    expect(await post('/ingest/document', { path: server.folder, collection: 'shop-docs' })).toMatchObject({
      status: 400,
      json: { code: 'SOURCE.NOT_A_FILE' },
    });
  });

  it('logs no text, no query and no token [004-54]', () => {
    const all = logged.join('\n');
    for (const secret of ['lighthouse', 'totalOfCart', 'pigeon', TOKEN, server.server.token]) expect(all).not.toContain(secret);
  });
});
