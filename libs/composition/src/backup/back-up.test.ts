import { eventually, temporaryFolder } from '@tributary/testing';
import { access, chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { backUp } from './back-up.js';

/** A data folder with a store and so many notes of imports. */
async function dataFolder(folder: string, imports: number): Promise<string> {
  const data = join(folder, 'data');
  await mkdir(join(data, 'store', 'main'), { recursive: true });
  new DatabaseSync(join(data, 'store', 'main', 'store.db')).close();
  await mkdir(join(data, 'imports'));
  const names = Array.from({ length: imports }, (_, n) => `${String(n).padStart(4, '0')}.json`);
  await Promise.all(names.map((name) => writeFile(join(data, 'imports', name), '{}')));
  return data;
}

it('goes on where a file goes after it was listed, as with the end of an import', async () => {
  await using folder = await temporaryFolder();
  const data = await dataFolder(folder.path, 400);
  const target = join(folder.path, 'copy');
  const copying = backUp(data, target);
  await eventually(() => access(`${target}.partial/imports/0000.json`));
  await rm(join(data, 'imports', '0399.json'));
  const { files } = await copying;
  const imports = await readdir(join(target, 'imports'));
  expect(imports).toHaveLength(399);
  expect(files.map(({ path }) => path).filter((path) => path.startsWith('imports/'))).toEqual(imports.map((name) => `imports/${name}`));
});

it('leaves out what the file system of a disk keeps for itself', async () => {
  await using folder = await temporaryFolder();
  const data = await dataFolder(folder.path, 1);
  await mkdir(join(data, 'lost+found'));
  await writeFile(join(data, 'lost+found', 'inode'), 'x');
  await chmod(join(data, 'lost+found'), 0);
  const { files } = await backUp(data, join(folder.path, 'copy'));
  expect(files.map(({ path }) => path)).toEqual(['imports/0000.json', 'store/main/store.db']);
  await chmod(join(data, 'lost+found'), 0o700);
});
