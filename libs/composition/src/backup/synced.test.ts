import { temporaryFolder } from '@tributary/testing';
import { existsSync, readlinkSync } from 'node:fs';
import { mkdir, open, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it, vi } from 'vitest';
import { backUp } from './back-up.js';
import { restore } from './restore.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What is synced from now on, by its path; those after `moment` is reached begin with an exclamation mark. */
async function watchSyncs(moment: () => boolean): Promise<readonly string[]> {
  const handle = await open(process.execPath);
  // safe: the prototype of a handle has what every handle has
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const synced: string[] = [];
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const path = readlinkSync(`/proc/self/fd/${this.fd.toString()}`);
    await prototype.datasync.call(this);
    synced.push(moment() ? `!${path}` : path);
  });
  return synced;
}

/** A data folder with a store and the note of an import. */
async function dataFolder(above: string): Promise<string> {
  const data = join(above, 'data');
  await mkdir(join(data, 'store/main'), { recursive: true });
  await mkdir(join(data, 'imports'));
  const store = new DatabaseSync(join(data, 'store/main/store.db'));
  store.exec('CREATE TABLE kept (x); PRAGMA user_version = 1');
  store.close();
  await writeFile(join(data, 'imports/0001.json'), '{}');
  return data;
}

it('answers when every file and every name of a backup is on the disk', async (context) => {
  if (process.platform !== 'linux') return context.skip('paths of open files are read in /proc');
  await using folder = await temporaryFolder();
  const data = await dataFolder(folder.path);
  const target = join(folder.path, 'to/copy');
  const synced = await watchSyncs(() => existsSync(target));
  await backUp(data, target);
  const partial = (...paths: readonly string[]) => paths.map((path) => join(`${target}.partial`, path));
  expect(synced).toEqual(
    expect.arrayContaining([
      folder.path,
      ...partial('imports/0001.json', 'store/main/store.db', 'backup.json', '.', 'imports', 'store', 'store/main'),
      `!${dirname(target)}`,
    ]),
  );
});

it('puts nothing in its place before all of it is on the disk, and answers when its names are', async (context) => {
  if (process.platform !== 'linux') return context.skip('paths of open files are read in /proc');
  await using folder = await temporaryFolder();
  const [copy, to] = [join(folder.path, 'copy'), join(folder.path, 'to')];
  await backUp(await dataFolder(folder.path), copy);
  for (const replace of [false, true]) {
    const aside = join(to, 'imports/kept');
    const synced = await watchSyncs(() => (replace ? !existsSync(aside) : existsSync(join(to, 'store'))));
    const { setAside } = await restore(copy, to, { replace });
    const staged = (...paths: readonly string[]) => paths.map((path) => join(to, 'restoring', path));
    const places = replace ? [setAside ?? '', folder.path] : [to];
    expect(synced).toEqual(
      expect.arrayContaining([
        ...staged('imports/0001.json', 'store/main/store.db', 'store-main.made', '.', 'imports', 'store', 'store/main'),
        ...places.map((path) => `!${path}`),
      ]),
    );
    expect(synced.filter((path) => path.startsWith('!'))).not.toContainEqual(expect.stringContaining('restoring'));
    vi.restoreAllMocks();
    if (!replace) await writeFile(aside, '');
  }
});
