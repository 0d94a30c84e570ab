import { SourceSummary } from '@tributary/contracts';
import { MemoryOperations, temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TOKEN, startTestServer, type TestServer } from '../running/server.fixture.js';
import { startTributary, tributary } from '../running/tributary.fixture.js';

const Sources = z.object({ sources: z.array(SourceSummary) });

let server: TestServer;
beforeAll(async () => {
  const operations = new MemoryOperations();
  await operations.ingestDocuments([
    {
      v: 1,
      collection: 'notes',
      id: 'backup.md',
      title: 'Backups',
      path: 'ops/backup.md',
      content: 'The nightly backup runs at three.\nIt keeps seven days.\u001b[2J',
    },
    { v: 1, collection: 'code', id: 'backup.ts', title: 'backup.ts', content: 'export function backup() {}' },
    { v: 1, collection: 'slow', id: 'late', content: 'Nobody sees the backup here.' },
  ]);
  operations.jobs.set('7', {
    id: '7',
    queue: 'embed-chunks',
    state: 'dead',
    label: 'notes/broken.md',
    attempts: 5,
    error: { code: 'EMBEDDER.DOWN', message: 'The embedder does not answer.' },
    created_at: '2026-01-01T00:00:00.000Z',
  });
  server = await startTestServer(operations);
});
afterAll(() => server.stop());

const run = (...args: readonly string[]) => tributary([...args, '--data', server.data]);
const runJson = async (...args: readonly string[]): Promise<unknown> => {
  const { code, stdout } = await run(...args, '--json');
  expect(code).toBe(0);
  return JSON.parse(stdout);
};

describe('search', () => {
  it('shows rank, relevance, title, place, address and passage, then the coverage', async () => {
    const { code, stdout } = await run('search', 'nightly', 'backup');
    expect(code).toBe(0);
    expect(stdout).toContain(
      ' 1 1.00 Backups\n   ops/backup.md:1-2\n   notes · tributary://notes/backup.md#0\n   The nightly backup runs at three.\n   It keeps seven days.[2J\n\n 2 0.50 backup.ts',
    );
    expect(stdout).toContain('2 searched, 1 timed out (slow: no answer within 800 ms)');
  });

  it('says where a document was lost instead of showing the hits', async () => {
    const { code, stdout } = await run('search', 'nightly', 'backup', '--limit', '1', '--why-not', 'tributary://code/backup.ts#0');
    expect([code, stdout]).toEqual([0, 'judged low (judge) · tributary://code/backup.ts#0\n   It has place 2.\n']);
    expect(await runJson('search', 'backup', '--why-not', 'tributary://notes/nothing')).toMatchObject({
      verdict: 'unknown',
      stage: 'index',
    });
  });

  it('writes no colour and no control character off a terminal', async () => {
    expect((await run('search', 'backup')).stdout).not.toMatch(/\u001b/);
  });

  it('takes collections, a limit and a cursor', async () => {
    expect(await runJson('search', 'backup', '-c', 'notes,code', '-n', '1')).toMatchObject({
      hits: [{ collection: 'notes' }],
      cursor: '1',
    });
    expect(await runJson('search', 'backup', '-c', 'notes', '-c', 'code', '-n', '1', '--cursor', '1')).toMatchObject({
      hits: [{ collection: 'code' }],
    });
  });

  it('says so when there is no hit', async () => {
    expect((await run('search', 'zebra')).stdout).toMatch(/^No hits\.\n2 searched/);
  });

  it('ends with 1 and the server’s sentence for an unknown collection', async () => {
    const { code, stdout, stderr } = await run('search', 'x', '-c', 'nowhere');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('None of these collections exists: nowhere.\n');
  });

  it('ends with 1 and the error as JSON with --json', async () => {
    const { code, stdout } = await run('search', 'x', '-c', 'nowhere', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'COLLECTION.NOT_FOUND' } });
  });
});

describe('fetch', () => {
  it('writes the text alone to standard output, as it is', async () => {
    const { stdout, stderr } = await run('fetch', 'tributary://notes/backup.md', '--lines', '2-2');
    expect(stdout).toBe('It keeps seven days.\u001b[2J\n');
    expect(stderr).toBe('Backups · ops/backup.md:2-2\n');
  });

  it('says what an address looks like', async () => {
    const { code, stderr } = await run('fetch', 'backup.md');
    expect(code).toBe(1);
    expect(stderr).toContain('expected tributary://<collection>/<key>');
  });
});

describe('collections', () => {
  it('are listed in columns', async () => {
    const { stdout } = await run('collections');
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'COLLECTION  DOCUMENTS  CHUNKS  MODEL  STATE  DESCRIPTION',
      'notes               1       1  none   ready  Texts of notes',
    ]);
  });

  it('are shown, described, and removed when their name is repeated', async () => {
    await server.operations.ingestDocuments([{ v: 1, collection: 'scratch', id: 'a', content: 'x' }]);
    expect((await run('collections', 'show', 'scratch')).stdout).toMatch(/^name +scratch\n/);
    expect(await run('collections', 'describe', 'scratch', 'Odds and ends')).toMatchObject({ code: 0, stdout: 'Described scratch.\n' });
    expect(await runJson('collections', 'show', 'scratch')).toMatchObject({ description: 'Odds and ends' });
    expect(await run('collections', 'remove', 'scratch', '--confirm', 'scratch')).toMatchObject({ code: 0, stdout: 'Removed scratch.\n' });
    const stderr = `There is no collection scratch in ${server.data}: "tributary collections" shows the ones there are.\n`;
    expect(await run('collections', 'show', 'scratch')).toMatchObject({ code: 1, stderr });
  });
});

describe('sources and index', () => {
  it('indexes folders, waits until they are searchable, lists, syncs and removes them', async () => {
    await using folder = await temporaryFolder();
    for (const name of ['a.md', 'b.md']) await writeFile(join(folder.path, name), `Giraffe of ${name}`);
    const indexed = await run('index', folder.path, '--collection', 'zoo');
    expect(indexed.code).toBe(0);
    expect(indexed.stdout).toMatch(/^Searchable: .* → zoo · 2 documents · \d+\.\d s\n$/);
    expect(indexed.stderr).toContain('documents');
    expect(await runJson('search', 'giraffe', '-c', 'zoo')).toMatchObject({ hits: [{}, {}] });

    const { sources } = Sources.parse(await runJson('sources'));
    const id = sources.find(({ location }) => location === folder.path)?.id ?? '';
    expect((await run('sources', 'sync', id)).stdout).toMatch(/^Searchable: /);
    expect((await run('sources', 'confirm', id)).code).toBe(0);
    expect((await run('sources', 'pause', id)).stdout).toContain(`tributary sources resume ${id}`);
    expect(await runJson('sources', 'resume', id)).toMatchObject({ source: { id, state: 'idle' } });
    expect((await run('sources', 'remove', id, '--keep-documents')).stdout).toBe(`Removed the source ${id}; its documents stay.\n`);
    expect((await run('sources', 'remove', id)).code).toBe(1);
  });

  it('names a folder that is not there', async () => {
    const { code, stderr } = await run('index', '/no/such/folder');
    expect(code).toBe(1);
    expect(stderr).toContain('/no/such/folder');
  });

  it('says of what the server brings in changes, and that web pages are not watched', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'a.md'), 'text');
    const watched = 'The server brings in what changes from now on.\n';
    expect((await run('index', folder.path, '--watch', '--no-wait')).stderr).toBe(watched);
    expect((await run('index', folder.path, 'https://example.org/', '--watch', '--no-wait')).stderr).toBe(
      `Web pages are not watched: they are looked at again with --recheck, or when they are indexed again.\n${watched}`,
    );
  });

  it('returns at once with --no-wait', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'a.md'), 'text');
    expect(await runJson('index', folder.path, '--no-wait')).toMatchObject({ finished: false, sources: [{ pending: 1 }] });
  });
});

describe('index with a server elsewhere', () => {
  it('reads the files here and posts them, with a reason for what is left out', async () => {
    await using folder = await temporaryFolder();
    const project = join(folder.path, 'shop');
    await mkdir(join(project, 'src'), { recursive: true });
    await writeFile(join(project, 'README.md'), '---\ntags: [animals]\ndate: 2019-05-04\n---\n# Shop\nSells okapis.');
    await writeFile(join(project, 'src', 'cart.ts'), 'export const cart = [];');
    await writeFile(join(project, 'logo.png'), Buffer.from([0x89, 0x50, 0, 1]));
    const { code, stdout } = await tributary(['index', project, '--url', server.url, '--token', TOKEN]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Searchable: .*\/shop → shop-(docs|code), shop-(docs|code) · 2 documents · skipped 1 binary\n$/);
    expect(await runJson('search', 'okapis')).toMatchObject({
      hits: [{ uri: 'tributary://shop-docs/shop/README.md#0', path: 'README.md' }],
    });
    expect((await run('export', 'shop-docs')).stdout).toContain('"tags":["animals"],"created_at":"2019-05-04T00:00:00.000Z"');
  });

  it('names a folder that cannot be read', async () => {
    const { code, stderr } = await tributary(['index', '/no/such/folder', '--url', server.url, '--token', TOKEN]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: '/no/such/folder is not there or cannot be read: give a folder or a file that exists.\n',
    });
  });
});

describe('jobs', () => {
  it('are listed by state, shown with their error, redriven and cancelled', async () => {
    expect((await run('jobs', 'list', '--state', 'dead')).stdout).toContain('  7  embed-chunks  dead       5');
    expect((await run('jobs', 'show', '7')).stdout).toContain('EMBEDDER.DOWN: The embedder does not answer.');
    expect((await run('jobs', 'redrive', '7')).stdout).toBe('Job 7 is waiting.\n');
    const cancelled = await run('jobs', 'cancel', '7');
    expect(cancelled.stdout).toBe('Job 7 is cancelled.\n');
    expect(cancelled.stderr).toContain('If its document was accepted already, it stays so and is taken up again');
    expect(cancelled.stderr).toContain('that no worker had begun, is gone');
    expect((await run('jobs', 'show', '8')).code).toBe(1);
  });
});

describe('status', () => {
  it('shows queues, health, sources and collections', async () => {
    const { stdout, stderr } = await run('status');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Tributary 0\.0\.0, standalone\n/);
    for (const part of ['sync-source', 'memory  up', 'Collections']) expect(stdout).toContain(part);
  });
});

describe('delete', () => {
  it('counts with --dry-run and then deletes', async () => {
    await server.operations.ingestDocuments([{ v: 1, collection: 'old', id: 'a', content: 'x' }]);
    expect((await run('delete', 'tributary://old/a', '--dry-run')).stdout).toBe('Would delete 1 document (1 chunk).\n');
    expect(await runJson('delete', 'tributary://old/a')).toMatchObject({ documents: 1, chunks: 1, dry_run: false });
    expect(await runJson('delete', 'tributary://old/a')).toMatchObject({ documents: 0, chunks: 0, dry_run: false });
  });
});

describe('--url', () => {
  it('leads to that server, with its token', async () => {
    const there = ['--url', server.url, '--token', TOKEN];
    expect((await tributary(['collections', ...there])).stdout).toContain('notes');
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'token'), `${TOKEN}\n`);
    const variables = [{ TRIBUTARY_TOKEN: TOKEN }, { TRIBUTARY_TOKEN_FILE: join(folder.path, 'token') }, { TRIBUTARY_TOKEN_FILE: '/no' }];
    const byVariable = variables.map((env) => tributary(['collections', '--url', server.url], { env }));
    expect((await Promise.all(byVariable)).map(({ code }) => code)).toEqual([0, 0, 78]);
    // They are for servers elsewhere.
    expect((await tributary(['collections', '--data', server.data], { env: { TRIBUTARY_TOKEN: 'another' } })).code).toBe(0);
    const refused = await tributary(['collections', '--url', server.url]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('token');
  });
});

it('ends quietly when its reader has seen enough', async () => {
  await server.operations.ingestDocuments(
    Array.from({ length: 100 }, (_, n) => ({ v: 1 as const, collection: 'many', id: n.toString(), content: 'pipe '.repeat(2_000) })),
  );
  const child = startTributary(['search', 'pipe', '-n', '100', '--json', '--data', server.data]);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  child.stdout.once('data', () => child.stdout.destroy());
  expect([await exited, complaints]).toEqual([0, '']);
});
