import { temporaryFolder } from '@tributary/testing';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp } from './back-up.js';

const PAGE = 4096;

let above: Awaited<ReturnType<typeof temporaryFolder>>;
let data: string;
let target: string;
beforeEach(async () => {
  above = await temporaryFolder();
  data = join(above.path, 'data');
  target = join(above.path, 'copy');
  await mkdir(join(data, 'store/main'), { recursive: true });
  for (const name of ['jobs.db', 'vectors.db', 'store/main/store.db']) fill(join(data, name));
});
afterEach(() => above.remove());

/** A database of some hundred pages. */
function fill(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE kept (text TEXT); BEGIN');
  const insert = db.prepare('INSERT INTO kept VALUES (?)');
  for (let n = 0; n < 400; n++) insert.run(`${n.toString()} ${'written '.repeat(200)}`);
  db.exec('COMMIT; PRAGMA journal_mode = WAL');
  db.close();
}

/** Pages in the middle become what a bad sector gives; nothing reads them to open the file. */
function damagePages(file: string): void {
  const middle = Math.floor(statSync(file).size / PAGE / 2);
  const handle = openSync(file, 'r+');
  for (let page = middle; page < middle + 8; page++) writeSync(handle, Buffer.alloc(PAGE, 0xff), 0, PAGE, page * PAGE);
  closeSync(handle);
}

it.each([
  [
    'store/main/store.db',
    'Keep the earlier backups. End Tributary and put the last good one back with "tributary restore FOLDER --replace"',
  ],
  ['jobs.db', 'End Tributary, move it away together with those of its name that end in -wal and -shm'],
  ['vectors.db', 'It is a cache: end Tributary, move it away'],
])('makes no backup of a damaged %s, and says what to do', async (name, remedy) => {
  const earlier = join(above.path, 'earlier');
  const made = await backUp(data, earlier);
  damagePages(join(data, name));
  const failure: unknown = await backUp(data, target).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'BACKUP.DAMAGED_SOURCE' });
  expect(String(failure)).toContain(`${join(data, name)} is damaged (`);
  expect(String(failure)).toContain(`no backup was made. ${remedy}`);
  expect((await readdir(above.path)).toSorted()).toEqual(['data', 'earlier']);
  expect(JSON.parse(await readFile(join(earlier, 'backup.json'), 'utf8'))).toEqual(made);
});

it('says the same of one that SQLite does not copy', async () => {
  await truncate(join(data, 'store/main/store.db'), 100 * PAGE + 1);
  await expect(backUp(data, target)).rejects.toMatchObject({ code: 'BACKUP.DAMAGED_SOURCE' });
});

it('leaves nothing beside a copy that it looked through', async () => {
  await backUp(data, target);
  expect((await readdir(join(target, 'store/main'))).toSorted()).toEqual(['store.db']);
});

it('makes no backup of a folder that lost its store', async () => {
  await writeFile(join(data, 'store-main.made'), '');
  await backUp(data, join(above.path, 'earlier'));
  await truncate(join(data, 'store/main/store.db'), 0);
  await expect(backUp(data, target)).rejects.toMatchObject({ code: 'DATA.STORE_MISSING' });
});
