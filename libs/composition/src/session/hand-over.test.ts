import { once } from 'node:events';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SearchRequest, localOwner, type CallContext } from '@tributary/contracts';
import { loadConfiguration, silentLogger, type Configuration } from '@tributary/platform';
import { eventually, temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeFromStandIn } from '../data-folder/hand-over.js';
import { Ownership } from '../data-folder/ownership.js';
import { writeServerFile } from '../data-folder/server-file.js';
import { startStandalone } from '../standalone/start-standalone.js';
import type { Server } from '../server/serve.js';
import { CONTRACT, VERSION } from '../version.js';
import { connectOrOwn } from './connect-or-own.js';
import { DataFolderSession } from './data-folder-session.js';

const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(20_000) });
/** For a stand-in that lets go. */
const LONGEST_WAIT_MS = 8_000;
const query = SearchRequest.parse({ query: 'harbour' });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const sessions: DataFolderSession[] = [];
const servers: Server[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
  for (const server of servers.splice(0)) await server.close();
  await folder.remove();
});

function configured(port = 0): Promise<Configuration> {
  return loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: port, flag: '--port' },
    ],
  });
}

async function openSession(): Promise<DataFolderSession> {
  const session = await connectOrOwn({ configuration: await configured(), logger: silentLogger });
  sessions.push(session);
  return session;
}

async function startServer(port?: number): Promise<Server> {
  const server = await startStandalone({ configuration: await configured(port), logger: silentLogger });
  servers.push(server);
  return server;
}

it('gives the folder to a server that is started for it, and goes on by that one', { timeout: 30_000 }, async () => {
  const [standIn, attached] = [await openSession(), await openSession()];
  expect([await standIn.role(), await attached.role()]).toEqual(['owner', 'attached']);
  await standIn.operations.store({ text: 'the harbour freezes in winter', collection: 'memory' }, context());
  const server = await startServer();
  expect(await readdir(folder.path)).not.toContain('server.wanted');
  await eventually(async () => {
    expect([await standIn.role(), await attached.role()]).toEqual(['attached', 'attached']);
    expect([await standIn.url(), await attached.url()]).toEqual([server.url, server.url]);
  });
  await eventually(async () => {
    for (const session of [standIn, attached]) expect((await session.operations.search(query, context())).hits).toHaveLength(1);
  });
});

it('takes the folder back where the server that asked for it cannot start', { timeout: 30_000 }, async () => {
  const standIn = await openSession();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  await expect(startServer(typeof address === 'object' ? address?.port : undefined)).rejects.toMatchObject({ code: 'SERVER.PORT_TAKEN' });
  taken.close();
  await eventually(async () => (await standIn.role()) === 'owner');
  await expect(standIn.operations.search(query, context())).resolves.toMatchObject({ hits: [] });
});

it('leaves a server alone that was started for the folder', async () => {
  await startServer();
  const startedAt = performance.now();
  await expect(startServer()).rejects.toMatchObject({ code: 'DATA.IN_USE' });
  expect(performance.now() - startedAt).toBeLessThan(LONGEST_WAIT_MS);
});

it('does not mind a wish whose server was killed', async () => {
  const wish = join(folder.path, 'server.wanted');
  await writeFile(wish, '');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(wish, longAgo, longAgo);
  expect(await (await openSession()).role()).toBe('owner');
});

it('waits for a stand-in that is just beginning, or just ending, and does not wait for a server', async () => {
  const leaving = Ownership.tryAcquire(folder.path);
  const taking = takeFromStandIn(folder.path, () => Ownership.tryAcquire(folder.path));
  await eventually(async () => (await readdir(folder.path)).includes('server.wanted'));
  leaving?.release();
  const taken = await taking;
  expect(taken).toBeInstanceOf(Ownership);
  const asking = takeFromStandIn(folder.path, () => Ownership.tryAcquire(folder.path));
  await eventually(async () => (await readdir(folder.path)).includes('server.wanted'));
  await writeServerFile(folder.path, { url: 'http://127.0.0.1:9', token: 'x', version: VERSION, contract: CONTRACT });
  expect(await asking).toBeUndefined();
  taken?.release();
});
