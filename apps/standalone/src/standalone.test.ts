import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { SearchAnswer, SearchRequest, localOwner, type CallContext, type Operations } from '@tributary/contracts';
import { eventually, readServer, startApp, temporaryFolder, type AppProcess } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(60_000) });

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

const dataFolder = () => join(folder.path, 'data');

function start(args: readonly string[] = ['--port', '0'], env: Readonly<Record<string, string>> = {}): AppProcess {
  const app = startApp('standalone', { args: ['--data', dataFolder(), ...args], env });
  started.push(app);
  return app;
}

/** The operations with the owner's token. */
async function operationsOf(app: AppProcess): Promise<Operations> {
  await app.ready();
  const server = await readServer(dataFolder());
  return new HttpOperations(new HttpConnection(server));
}

async function writeNotes(count: number): Promise<string> {
  const notes = join(folder.path, 'notes');
  await mkdir(notes, { recursive: true });
  for (let n = 0; n < count; n++) {
    const paragraphs = Array.from({ length: 6 }, (_, p) =>
      `Paragraph ${p.toString()} of note ${n.toString()} tells of harbour ${(n * 7 + p).toString()} and its lighthouse keeper. `.repeat(4),
    );
    await writeFile(join(notes, `note-${n.toString()}.md`), `# Note ${n.toString()}\n\n${paragraphs.join('\n\n')}\n`);
  }
  return notes;
}

async function indexed(operations: Operations, documents: number): Promise<{ documents: number; chunks: number }> {
  return eventually(async () => {
    const { sources, collections } = await operations.status(context());
    expect(sources.map(({ state, pending, failed }) => ({ state, pending, failed }))).toEqual([{ state: 'idle', pending: 0, failed: 0 }]);
    const docs = collections.find(({ name }) => name === 'notes-docs');
    expect(docs?.documents).toBe(documents);
    return { documents: docs?.documents ?? 0, chunks: docs?.chunks ?? 0 };
  }, 60_000);
}

describe('a standalone server', { timeout: 120_000 }, () => {
  it('indexes a folder over HTTP and finds what stands in it', async () => {
    const operations = await operationsOf(start());
    const { finished } = await operations.addSource({ location: await writeNotes(20), trusted_path: true, wait_ms: 30_000 }, context());
    expect(finished).toBe(true);
    const { hits, coverage } = await operations.search(
      SearchRequest.parse({ query: 'note 13 harbour lighthouse', limit: 5, deadline_ms: 30_000 }),
      context(),
    );
    expect(hits[0]?.path).toContain('note-13.md');
    expect(coverage.map(({ status }) => status)).toEqual(['searched']);
  });

  it('indexes the folders it is started with', async () => {
    const notes = await writeNotes(3);
    const operations = await operationsOf(start(['--port', '0', notes]));
    expect((await indexed(operations, 3)).chunks).toBeGreaterThan(3);
  });

  it('finds a stored text when store returns, also after a SIGKILL', async () => {
    const first = start();
    await (await operationsOf(first)).store({ text: 'The spare key hangs behind the barometer.', collection: 'memory' }, context());
    await first.end('SIGKILL');
    const operations = await operationsOf(start());
    const { hits } = await operations.search(SearchRequest.parse({ query: 'where is the spare key', deadline_ms: 30_000 }), context());
    expect(hits[0]?.content).toContain('barometer');
  });

  it('is complete after it was killed in the middle of an ingest and started again', async () => {
    const notes = await writeNotes(200);
    const first = start();
    const beforeKill = await operationsOf(first);
    await beforeKill.addSource({ location: notes, trusted_path: true, wait_ms: 0 }, context());
    await eventually(async () => {
      const [source] = await beforeKill.listSources(context());
      expect(source?.documents).toBeGreaterThan(20);
    });
    await first.end('SIGKILL');

    const disturbed = await indexed(await operationsOf(start()), 200);
    await Promise.all(started.map((app) => app.end('SIGTERM')));
    await rm(dataFolder(), { recursive: true });
    const undisturbed = await operationsOf(start());
    await undisturbed.addSource({ location: notes, trusted_path: true, wait_ms: 0 }, context());
    expect(disturbed).toEqual(await indexed(undisturbed, 200));
  });

  it('takes up changes made while it was down', async () => {
    const notes = await writeNotes(5);
    const first = start(['--port', '0', notes]);
    await indexed(await operationsOf(first), 5);
    expect((await first.end('SIGTERM')).code).toBe(0);
    await rm(join(notes, 'note-0.md'));
    await indexed(await operationsOf(start()), 4);
  });

  it('lets a caller without the token search and store, and ingest only what it was started with', async () => {
    const notes = await writeNotes(2);
    const app = start(['--port', '0', notes]);
    const guest = new HttpOperations(new HttpConnection({ url: await app.ready() }));
    await guest.store({ text: 'from a guest', collection: 'memory' }, context());
    await expect(guest.addSource({ location: notes, wait_ms: 0 }, context())).resolves.toBeDefined();
    await expect(guest.addSource({ location: folder.path, wait_ms: 0 }, context())).rejects.toMatchObject({ code: 'SOURCE.OUTSIDE_ROOTS' });
  });

  it('refuses a relative path over HTTP, since it was not started in the folder of the caller', async () => {
    const operations = await operationsOf(start());
    for (const location of ['.', 'notes/a.md', '~/notes', 'example.org/guide']) {
      const asked = operations.addSource({ location, trusted_path: true, wait_ms: 0 }, context());
      await expect(asked).rejects.toMatchObject({ code: 'SOURCE.RELATIVE_PATH', category: 'invalid' });
      await expect(asked).rejects.toThrow(`${location} is no absolute path`);
    }
    expect(await operations.listSources(context())).toEqual([]);
  });

  it('serves MCP on /mcp, to its owner and to guests on loopback', async () => {
    const app = start();
    const url = await app.ready();
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'delete',
      'fetch',
      'ingest',
      'list_collections',
      'search',
      'status',
      'store',
    ]);
    const stored = await client.callTool({ name: 'store', arguments: { text: 'The ferry leaves at nine.', collection: 'memory' } });
    expect(stored.isError ?? false).toBe(false);
    const found = await client.callTool({ name: 'search', arguments: { query: 'when does the ferry leave' } });
    expect(SearchAnswer.parse(found.structuredContent).hits[0]?.content).toContain('nine');
    await client.close();

    const foreign = await fetch(new URL('/mcp', url), {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(foreign.status).toBe(403);
  });

  it('drains on SIGTERM, leaves no server.json behind and frees the folder', async () => {
    const first = start();
    await first.ready();
    expect(await first.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
    await expect(stat(join(dataFolder(), 'server.json'))).rejects.toMatchObject({ code: 'ENOENT' });
    await start().ready();
  });
});

describe('what keeps it from starting', { timeout: 60_000 }, () => {
  it('says in one sentence that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = (typeof address === 'object' ? (address?.port ?? 0) : 0).toString();
    const { code, output } = await start(['--port', port]).ended;
    other.close();
    expect(code).toBe(1);
    expect(output).toBe(
      `Port ${port} of 127.0.0.1 is taken by another program: choose another one with --port (0 takes a free one), or end that program.`,
    );
    await start().ready();
  });

  it('says in one sentence that the data folder cannot be used', async () => {
    await writeFile(dataFolder(), 'a file where the folder should be');
    const { code, output } = await start().ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^The data folder .*data cannot be used \(.*\): make it a writable folder, or choose another with --data\.$/);
  });

  it('says which server has the data folder', async () => {
    const url = await start().ready();
    const { code, output } = await start().ended;
    expect(code).toBe(1);
    expect(output).toContain(
      `is in use by the server at ${url}: use that one, end it ("tributary stop"), or choose another folder with --data.`,
    );
  });

  it('ends with 78 on a wrong setting and names the key', async () => {
    const config = join(folder.path, 'tributary.yaml');
    await writeFile(config, 'server:\n  prot: 1\n');
    const { code, output } = await start(['--config', config]).ended;
    expect(code).toBe(78);
    expect(output).toBe(`server.prot in ${config}: no such setting. Did you mean port?`);
  });

  it('ends with 78 when others could reach it without a token', async () => {
    const { code, output } = await start(['--host', '0.0.0.0', '--port', '0']).ended;
    expect(code).toBe(78);
    expect(output).toContain('server.token: missing, although server.host 0.0.0.0 can be reached from other machines');
  });

  it('ends with 2 on an unknown option', async () => {
    expect((await start(['--prot', '1']).ended).code).toBe(2);
  });
});

it('reads a relative path from the folder it was started in', async () => {
  const notes = await writeNotes(1);
  const operations = await operationsOf(start(['--port', '0', relative(process.cwd(), notes)]));
  await indexed(operations, 1);
});
