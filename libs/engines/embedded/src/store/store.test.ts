import { temporaryFolder, startSource } from '@tributary/testing';
import { closeSync, existsSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { EmbeddedEngine } from '../index.js';
import { Store, connectWriter } from './store.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const open = (path = folder.path, maxBytes?: number) =>
  EmbeddedEngine.open({ name: 'main', folder: path, ...(maxBytes === undefined ? {} : { maxBytes }) });
/** Changes the file behind the engine’s back. */
const execute = (sql: string) => {
  const db = new DatabaseSync(join(folder.path, 'store.db'), { defensive: false });
  db.exec(sql);
  db.close();
};
/** A copy of the file alone, put beside what the damaged one left, would be damaged by it. */
const AS_TO_DAMAGE =
  /End Tributary and put a backup back with "tributary restore FOLDER --replace"; or move the file away together with those of its name that end in -wal and -shm/;
// safe: Vitest types its matchers as any, which stands for an error here
/** The error with which opening is refused. */
const refusal = (path?: string): unknown => {
  try {
    return open(path);
  } catch (error) {
    return error;
  }
};
const textOf = (size: number, seed: number) =>
  Array.from({ length: size / 8 }, (_, i) => ((i * 7919 + seed) % 100_000).toString(36)).join(' ');

describe('opening a data folder', () => {
  it('makes the folder, and keeps a format number in the file', async () => {
    const path = join(folder.path, 'new', 'data');
    await open(path).close();
    const db = new DatabaseSync(join(path, 'store.db'), { readOnly: true });
    expect({ ...db.prepare('PRAGMA user_version').get() }).toEqual({ user_version: 1 });
    expect({ ...db.prepare('PRAGMA journal_mode').get() }).toEqual({ journal_mode: 'wal' });
    db.close();
  });

  it('brings every commit to the disk before it is answered, in each connection that writes', () => {
    const store = Store.open({ folder: folder.path });
    const further = connectWriter(store);
    // 2 is FULL: an fsync of the log at each commit. With 1, NORMAL, a power failure takes the last commits.
    for (const { db } of [store.writer, further]) expect({ ...db.prepare('PRAGMA synchronous').get() }).toEqual({ synchronous: 2 });
    // On macOS F_FULLFSYNC: an fsync leaves the log in the drive's own cache there.
    for (const { db } of [store.writer, further])
      expect(['fullfsync', 'checkpoint_fullfsync'].map((name) => db.prepare(`PRAGMA ${name}`).get()?.[name])).toEqual([1, 1]);
    further.close();
    store.close();
  });

  it('refuses a file of a newer format and leaves it as it is', async () => {
    await open().close();
    const file = join(folder.path, 'store.db');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 3; PRAGMA journal_mode = DELETE');
    db.close();
    expect(refusal()).toMatchObject({ code: 'ENGINE.FORMAT_TOO_NEW' });
    expect(() => open()).toThrow(/upgrade Tributary/);
  });

  it('refuses a database of another program', () => {
    const db = new DatabaseSync(join(folder.path, 'store.db'));
    db.exec('CREATE TABLE theirs (x); PRAGMA application_id = 99; PRAGMA user_version = 3');
    db.close();
    expect(refusal()).toMatchObject({ code: 'ENGINE.FOLDER_UNUSABLE' });
  });

  it('refuses a file where the folder should be', async () => {
    await writeFile(join(folder.path, 'file'), '');
    for (const path of ['file', 'file/below']) expect(refusal(join(folder.path, path))).toMatchObject({ code: 'ENGINE.FOLDER_UNUSABLE' });
  });

  it('refuses a folder this user cannot write', async () => {
    const path = join(folder.path, 'locked');
    await mkdir(path);
    await chmod(path, 0o555);
    await chmod(folder.path, 0o755);
    // Permissions do not hold for root, so root tries it as nobody.
    const child = startSource(new URL('./open-as-nobody.fixture.ts', import.meta.url), [path]);
    expect(await child.line('refused')).toBe('refused ENGINE.FOLDER_UNUSABLE');
    await child.kill();
  });

  it('says when the file is damaged', async () => {
    writeFileSync(join(folder.path, 'store.db'), 'this is no database, but it is long enough to look like one. '.repeat(100));
    expect(refusal()).toMatchObject({ code: 'ENGINE.STORE_DAMAGED' });
    expect(() => open()).toThrow(AS_TO_DAMAGE);
    expect(await readFile(join(folder.path, 'store.db'), 'utf8')).toMatch(/^this is no database/);
  });

  it('says the same of a value that cannot be', async () => {
    const engine = open();
    await engine.createCollection('c__g1', sampleCard(8));
    await engine.close();
    // Of its own accord SQLite lets no such value in.
    execute("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'collections'");
    execute("UPDATE collections SET name = x'00'");
    const again = open();
    await expect(again.listCollections()).rejects.toThrow(AS_TO_DAMAGE);
    await again.close();
  });

  it('says so when damage shows only later, and goes on with what can be read', async () => {
    const engine = open();
    await engine.createCollection('c__g1', sampleCard(8));
    for (let n = 0; n < 40; n++) {
      await engine.writeDocument(sampleDocument({ collection: 'c__g1', key: n.toString(), chunks: [textOf(20_000, n), 'short'] }));
    }
    await engine.records.put([{ kind: 'k', key: 'a', value: { n: 1 } }]);
    await engine.close();
    const file = join(folder.path, 'store.db');
    const db = new DatabaseSync(file);
    const root = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'lanes'").get()?.['rootpage']);
    const size = Number(db.prepare('PRAGMA page_size').get()?.['page_size']);
    db.close();
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(size, 0xff), 0, size, (root - 1) * size);
    closeSync(handle);
    const again = open();
    await expect(again.count('c__g1', {})).rejects.toMatchObject({ code: 'ENGINE.STORE_DAMAGED' });
    await expect(again.count('c__g1', {})).rejects.toThrow(/index again/);
    expect((await again.records.get('k', ['a']))[0]?.value).toEqual({ n: 1 });
    await again.close();
  });

  it('works for many processes that open a new folder at the same moment', async () => {
    const children = Array.from({ length: 5 }, () => startSource(new URL('./open-and-write.fixture.ts', import.meta.url), [folder.path]));
    for (const child of children) expect(await child.line('wrote')).toMatch(/^wrote \d+/);
    const engine = open();
    expect(await engine.records.count({ kind: 'opened' })).toBe(5);
    await engine.close();
    await Promise.all(children.map((child) => child.kill()));
  });
});

describe('a full disk', () => {
  it('refuses what does not fit with a clear error, keeps everything written before, and goes on', async () => {
    const engine = open(folder.path, 900_000);
    await engine.createCollection('c__g1', sampleCard(8));
    const write = (n: number) =>
      engine.writeDocument(
        sampleDocument({ collection: 'c__g1', key: n.toString(), chunks: Array.from({ length: 3 }, (_, i) => textOf(6_000, n * 10 + i)) }),
      );
    let written = 0;
    const refusal = await (async () => {
      for (;;) {
        try {
          await write(written);
          written++;
        } catch (error) {
          return error;
        }
      }
    })();
    expect(refusal).toMatchObject({ code: 'ENGINE.DISK_FULL', retryable: true });
    const { status, detail } = await engine.health();
    expect([status, detail]).toEqual(['degraded', expect.stringMatching(/^No space is left/)]);
    expect(written).toBeGreaterThan(3);
    expect(await engine.count('c__g1', {})).toBe(written * 3);
    const { docId } = sampleDocument({ collection: 'c__g1', key: '0', chunks: [] });
    await engine.deleteDocuments({ collection: 'c__g1', documents: [{ docId, key: '0', version: 2 }] });
    expect(await write(written)).toMatchObject({ outcome: 'written' });
    await engine.close();
    const again = open();
    expect(await again.count('c__g1', {})).toBe(written * 3);
    await again.close();
  });
});

it.each(['never', 'always'] as const)(
  'writes nothing once its folder was moved, and goes on when that is back (threads: %s)',
  async (writerThreads) => {
    const [path, elsewhere] = [join(folder.path, 'data'), join(folder.path, 'elsewhere')];
    const engine = EmbeddedEngine.open({ name: 'main', folder: path, writerThreads });
    await engine.createCollection('c__g1', sampleCard(8));
    const write = (key: string) => engine.writeDocument(sampleDocument({ collection: 'c__g1', key, chunks: ['some words'] }));
    await write('before');
    await rename(path, elsewhere);
    await expect(write('away')).rejects.toMatchObject({ code: 'ENGINE.STORE_MOVED', retryable: true });
    expect(await engine.health()).toMatchObject({ status: 'degraded', detail: expect.stringContaining('was moved') as string }); // safe: a matcher stands for a text
    // Another store in its place is not written to.
    const other = open(path);
    await other.createCollection('c__g1', sampleCard(8));
    await expect(write('away')).rejects.toMatchObject({ code: 'ENGINE.STORE_MOVED' });
    expect(await other.count('c__g1', {})).toBe(0);
    await other.close();
    await rename(path, join(folder.path, 'other'));
    await rename(elsewhere, path);
    await write('after');
    expect(await engine.count('c__g1', {})).toBe(2);
    await engine.close();
  },
);

it('answers after closing that it is closed', async () => {
  const engine = open();
  await engine.close();
  await expect(engine.listCollections()).rejects.toMatchObject({ code: 'ENGINE.CLOSED' });
  await expect(engine.createCollection('c', sampleCard(8))).rejects.toMatchObject({ code: 'ENGINE.CLOSED' });
  expect(await engine.health()).toMatchObject({ status: 'down' });
});

it('closes after what was begun is written', async () => {
  const engine = open();
  const writing = engine.createCollection('c__g1', sampleCard(8));
  await engine.close();
  await writing;
  expect(existsSync(join(folder.path, 'store.db-wal'))).toBe(false);
  const again = open();
  expect(await again.getCollection('c__g1')).toBeDefined();
  await again.close();
});
