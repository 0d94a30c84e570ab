import { once } from 'node:events';
import { rename, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { SearchRequest, localOwner, type CallContext } from '@tributary/contracts';
import { silentLogger, type Logger } from '@tributary/platform';
import { MemoryOperations, eventually, temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Ownership } from '../data-folder/ownership.js';
import { readServerFile, removeServerFile, writeServerFile } from '../data-folder/server-file.js';
import { CONTRACT, VERSION } from '../version.js';
import { DataFolderSession, type OwnServer } from './data-folder-session.js';

const TOKEN = 'the-token-of-this-folder';
const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(20_000) });

/** An owner whose server answers searches as told; ended abruptly, it frees the folder and cuts its connections, as a killed process does. */
class TestOwner implements OwnServer {
  readonly operations = new MemoryOperations();
  readonly searches: ServerResponse[] = [];
  readonly stores: ServerResponse[] = [];
  readonly authorizations: (string | undefined)[] = [];
  url = '';
  answersSearches = true;
  readonly #server: Server;
  readonly #ownership: Ownership;

  private constructor(ownership: Ownership) {
    this.#ownership = ownership;
    this.#server = createServer((request, response) => {
      if (request.url === '/health/live') response.end('{}');
      else if (request.url === '/api/store') this.stores.push(response);
      else {
        this.authorizations.push(request.headers.authorization);
        this.searches.push(response);
        if (this.answersSearches) response.end(JSON.stringify({ hits: [], coverage: [], notes: ['from the owner'], took_ms: 1 }));
      }
    });
  }

  static async start(folder: string, ownership: Ownership, contract = CONTRACT): Promise<TestOwner> {
    const owner = new TestOwner(ownership);
    owner.#server.listen(0, '127.0.0.1');
    await once(owner.#server, 'listening');
    const address = owner.#server.address();
    owner.url = `http://127.0.0.1:${(typeof address === 'object' ? (address?.port ?? 0) : 0).toString()}`;
    await writeServerFile(folder, { url: owner.url, token: TOKEN, version: VERSION, contract });
    return owner;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) this.#server.close();
    this.#ownership.release();
    return Promise.resolve();
  }
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const started: TestOwner[] = [];
const sessions: DataFolderSession[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
  for (const owner of started.splice(0)) await owner.close();
  await folder.remove();
});

async function openSession(logger: Logger = silentLogger): Promise<DataFolderSession> {
  const session = await DataFolderSession.open({
    folder: folder.path,
    logger,
    startServer: async (ownership) => {
      const owner = await TestOwner.start(folder.path, ownership);
      started.push(owner);
      return owner;
    },
  });
  sessions.push(session);
  return session;
}

function ownerOf(index: number): TestOwner {
  const owner = started[index];
  if (owner === undefined) throw new Error(`No owner ${index.toString()} was started.`);
  return owner;
}

const query = SearchRequest.parse({ query: 'anything' });

describe('owning and attaching', () => {
  it('serves the folder when nobody does and attaches with the token when somebody does', async () => {
    const first = await openSession();
    const second = await openSession();
    expect([await first.role(), await second.role()]).toEqual(['owner', 'attached']);
    expect(await second.url()).toBe(await first.url());
    expect((await second.operations.search(query, context())).notes).toEqual(['from the owner']);
    expect(ownerOf(0).authorizations).toEqual([`Bearer ${TOKEN}`]);
  });

  it('keeps the token where only its user can read it', async () => {
    await openSession();
    const { mode } = await stat(join(folder.path, 'server.json'));
    expect((mode & 0o777).toString(8)).toBe('600');
  });

  it('serves a folder whose last owner left its server.json behind', async () => {
    await writeServerFile(folder.path, { url: 'http://127.0.0.1:9', token: TOKEN, version: VERSION, contract: CONTRACT });
    expect(await (await openSession()).role()).toBe('owner');
  });

  it('waits for an owner that is still starting', async () => {
    const ownership = Ownership.tryAcquire(folder.path);
    if (!ownership) throw new Error('The folder is taken.');
    const opening = openSession();
    started.push(await TestOwner.start(folder.path, ownership));
    expect(await (await opening).role()).toBe('attached');
  });

  it('refuses a server that speaks another contract', async () => {
    const ownership = Ownership.tryAcquire(folder.path);
    if (!ownership) throw new Error('The folder is taken.');
    started.push(await TestOwner.start(folder.path, ownership, CONTRACT + 1));
    await expect(openSession()).rejects.toMatchObject({ code: 'DATA.OTHER_VERSION' });
  });

  it('refuses a data folder that cannot be one', async () => {
    const file = join(folder.path, 'a-file');
    await writeFile(file, '');
    const startServer = () => Promise.reject(new Error('must not start'));
    await expect(DataFolderSession.open({ folder: join(file, 'data'), logger: silentLogger, startServer })).rejects.toMatchObject({
      code: 'DATA.UNUSABLE',
    });
  });
});

describe('takeover', () => {
  it('lets an attached process take over soon after the owner ended, without being asked', async () => {
    await openSession();
    const second = await openSession();
    await ownerOf(0).close();
    await eventually(async () => (await second.role()) === 'owner', 10_000); // it looks five times a second
    expect((await readServerFile(folder.path))?.url).toBe(await second.url());
  });

  it('makes one of two attached processes the owner and attaches the other to it', async () => {
    await openSession();
    const second = await openSession();
    const third = await openSession();
    await ownerOf(0).close();
    await eventually(async () => {
      expect([await second.role(), await third.role()].sort()).toEqual(['attached', 'owner']);
      expect(await second.url()).toBe(await third.url());
    });
  });

  it('repeats a search that was under way, once', async () => {
    await openSession();
    const second = await openSession();
    const first = ownerOf(0);
    first.answersSearches = false;
    const answer = second.operations.search(query, context());
    await eventually(() => first.searches.length === 1);
    await first.close();
    expect((await answer).hits).toEqual([]);
    expect(await second.role()).toBe('owner');
  });

  it('repeats a search whose answer broke off in the middle', async () => {
    await openSession();
    const second = await openSession();
    const first = ownerOf(0);
    first.answersSearches = false;
    const answer = second.operations.search(query, context());
    await eventually(() => first.searches.length === 1);
    first.searches[0]?.writeHead(200, { 'content-type': 'application/json' }).write('{"hits": [');
    await first.close();
    expect((await answer).hits).toEqual([]);
  });

  it('does not repeat a write that may have been done, and says so', async () => {
    await openSession();
    const second = await openSession();
    const first = ownerOf(0);
    const stored = second.operations.store({ text: 'once', collection: 'memory' }, context());
    const outcome = expect(stored).rejects.toMatchObject({ code: 'DATA.OWNER_ENDED', retryable: true });
    await eventually(() => first.stores.length === 1);
    await first.close();
    await outcome;
  });

  it('carries out a write that never reached the ended owner', async () => {
    await openSession();
    const second = await openSession();
    await ownerOf(0).close();
    const stored = await second.operations.store({ text: 'once', collection: 'memory' }, context());
    expect(stored.collection).toBe('memory');
    expect(await second.role()).toBe('owner');
  });

  it('gives an error of the owner as it is', async () => {
    await openSession();
    const second = await openSession();
    const first = ownerOf(0);
    const asked = second.operations.store({ text: 'x', collection: 'memory' }, context());
    const outcome = expect(asked).rejects.toMatchObject({ code: 'DISK.FULL' });
    await eventually(() => first.stores.length === 1);
    first.stores[0]
      ?.writeHead(500)
      .end(JSON.stringify({ type: 'about:blank', title: 'x', status: 500, detail: 'full', code: 'DISK.FULL' }));
    await outcome;
    expect(await second.role()).toBe('attached');
  });

  it('goes on where the folder was away for a moment, and says what is wrong with it once', async () => {
    await openSession();
    const warnings: string[] = [];
    const second = await openSession({ ...silentLogger, warn: (_, fields) => warnings.push(JSON.stringify(fields)) });
    const elsewhere = `${folder.path}-elsewhere`;
    await rename(folder.path, elsewhere);
    await eventually(() => warnings.length > 0);
    expect((await second.operations.search(query, context())).notes).toEqual(['from the owner']);
    await ownerOf(0).close();
    await expect(second.operations.search(query, context())).rejects.toMatchObject({ code: 'DATA.UNUSABLE' });
    expect(warnings).toEqual([expect.stringContaining('DATA.UNUSABLE')]);
    await rename(elsewhere, folder.path);
    await eventually(async () => (await second.role()) === 'owner');
  });

  it('does not start a server after it was closed', async () => {
    await openSession();
    const second = await openSession();
    await second.close();
    await ownerOf(0).close();
    await removeServerFile(folder.path);
    await openSession();
    expect(started).toHaveLength(2);
    expect(await second.role()).toBe('attached');
  });
});
