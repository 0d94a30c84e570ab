import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { eventually, findChromaProgram, startSource, temporaryFolder } from '@tributary/testing';
import { ChromaClient } from 'chromadb';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { ChromaEngine } from '../engine/chroma-engine.js';
import { runServer } from './run-server.js';
import { ServedFolder } from './served-folder.js';

const supply = findChromaProgram();
const program = supply.kind === 'program' ? supply.command : 'chroma';
const FIXTURE = new URL('./serve-folder.fixture.ts', import.meta.url);
const COLLECTION = 'kept__g1';

/** Processes that serve this folder. */
function serversOf(path: string): readonly string[] {
  const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return processes.filter((line) => line.includes(`run --path ${path} `) && !line.includes('/bin/sh'));
}

describe('a Chroma folder', { timeout: 120_000 }, () => {
  beforeEach((context) => {
    if (supply.kind === 'none') context.skip(supply.reason);
  });
  const open = (path: string) => ChromaEngine.open({ name: 'folder', settings: { path, program } });

  it('is served by one server for all engines on it, and its data stay', async () => {
    await using folder = await temporaryFolder();
    const first = await open(folder.path);
    await first.createCollection(COLLECTION, sampleCard(8));
    await first.writeDocument(sampleDocument({ collection: COLLECTION, key: 'a', chunks: ['text'] }));
    const second = await open(folder.path);
    expect(await second.count(COLLECTION)).toBe(1);
    expect(serversOf(folder.path).length).toBe(1);
    await first.close();
    // The server ended with the one that started it: the other starts its own.
    expect(await second.count(COLLECTION)).toBe(1);
    expect(serversOf(folder.path).length).toBe(1);
    await second.close();
    expect(serversOf(folder.path)).toEqual([]);
    const again = await open(folder.path);
    expect((await again.read(COLLECTION, {})).map(({ payload }) => payload.content)).toEqual(['text']);
    await again.close();
  });

  it('is served no longer than the process that serves it lives, also when that is killed', async () => {
    await using folder = await temporaryFolder();
    const child = startSource(FIXTURE, [folder.path, program]);
    await child.line('serving');
    expect(serversOf(folder.path).length).toBe(1);
    await child.kill();
    await eventually(() => serversOf(folder.path).length === 0);
    const engine = await open(folder.path);
    expect(await engine.listCollections()).toEqual([]);
    await engine.close();
  });

  it('of an older format is served as a copy, and stays as it is', async () => {
    await using folder = await temporaryFolder();
    const server = await runServer({ engine: 'folder', program, folder: folder.path });
    const client = new ChromaClient({ host: '127.0.0.1', port: server.port, tenant: 'default_tenant', database: 'default_database' });
    const notes = await client.createCollection({ name: 'notes', embeddingFunction: null });
    await notes.add({ ids: ['n'], embeddings: [[1, 0]], documents: ['a note'] });
    await server.end();
    const format = takeLastMigrationBack(folder.path);
    const engine = await open(folder.path);
    const { points } = await engine.foreign.scroll({ collection: 'notes', limit: 5 });
    expect(points.map(({ document }) => document)).toEqual(['a note']);
    await expect(engine.createCollection(COLLECTION, sampleCard(8))).rejects.toMatchObject({ code: 'ENGINE.READ_ONLY' });
    expect(serversOf(folder.path)).toEqual([]);
    await engine.close();
    expect(migrationsOf(folder.path)).toEqual(format);
  });

  it('whose server does not start costs the calls that need it, not the opening', async () => {
    await using folder = await temporaryFolder();
    const engine = await ChromaEngine.open({ name: 'folder', settings: { path: folder.path, program: process.execPath } });
    const message: unknown = expect.stringMatching(/pip install chromadb.* says “Node.js v/);
    await expect(engine.listCollections()).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE', retryable: true, message });
    expect(await engine.health()).toMatchObject({ status: 'down' });
    await engine.close();
    // Nothing is left behind that would keep another from serving it.
    const next = await open(folder.path);
    expect(await next.listCollections()).toEqual([]);
    await next.close();
  });

  it('whose server is just starting when the engine is closed is left without one, whatever is asked of it then', async () => {
    await using folder = await temporaryFolder();
    const source = await ServedFolder.open({
      engine: 'folder',
      path: folder.path,
      program,
      tenant: 'default_tenant',
      database: 'default_database',
    });
    const starting = source.address().catch((error: unknown) => error);
    source.lost();
    const again = source.address().catch((error: unknown) => error);
    await source.close();
    expect([await starting, await again]).toMatchObject([{ code: 'ENGINE.UNAVAILABLE' }, { code: 'ENGINE.UNAVAILABLE' }]);
    await expect(source.address()).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE' });
    expect(serversOf(folder.path)).toEqual([]);
  });

  it('that is none is refused by its name', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'missing');
    await expect(open(path)).rejects.toMatchObject({ code: 'ENGINE.FOLDER_UNUSABLE', message: expect.stringContaining(path) as string }); // safe: Vitest types its matchers as any
  });
});

it('without a program to serve it, a folder is refused with what to install', async () => {
  await using folder = await temporaryFolder();
  const opening = ChromaEngine.open({ name: 'folder', settings: { path: folder.path, program: 'no-such-chroma' } });
  await expect(opening).rejects.toMatchObject({
    code: 'ENGINE.PROGRAM_MISSING',
    // safe: Vitest types its matchers as any
    message: expect.stringContaining('pip install chromadb') as string,
  });
});

/** Brings a folder to the format before the last change of the catalog of collections. @returns its migrations */
function takeLastMigrationBack(path: string): readonly string[] {
  const database = new DatabaseSync(join(path, 'chroma.sqlite3'));
  database.exec(
    `ALTER TABLE collections DROP COLUMN schema_str; DELETE FROM migrations WHERE filename = '00010-collection-schema.sqlite.sql'`,
  );
  database.close();
  return migrationsOf(path);
}

function migrationsOf(path: string): readonly string[] {
  const database = new DatabaseSync(join(path, 'chroma.sqlite3'), { readOnly: true });
  const files = database.prepare('SELECT filename FROM migrations ORDER BY 1').all();
  database.close();
  return files.map(({ filename }) => String(filename));
}
