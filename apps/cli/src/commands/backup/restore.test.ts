import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { MAIN, finish, tributary } from '../../running/tributary.fixture.js';

const BACKUP = fileURLToPath(new URL('fixtures/backup-0.1.0', import.meta.url));
/** Names in a folder, without the lock. */
const namesIn = async (folder: string) => (await readdir(folder)).filter((name) => !name.startsWith('owner.db')).toSorted();

/** The command where no file may become larger than so many blocks. */
function withFilesUpTo(blocks: number, args: readonly string[]) {
  const script = `ulimit -f ${blocks.toString()}; exec "$0" "$@"`;
  return finish(spawn('sh', ['-c', script, process.execPath, '--disable-warning=ExperimentalWarning', MAIN, ...args], { env: {} }));
}

it('leaves everything as it was when the copy breaks off', { timeout: 60_000 }, async (context) => {
  if (process.platform === 'win32') return context.skip('there is no limit on the size of files');
  await using folder = await temporaryFolder();
  const [fresh, used] = [join(folder.path, 'fresh'), join(folder.path, 'used')];
  await mkdir(used);
  await writeFile(join(used, 'kept'), 'data');
  for (const args of [
    ['--data', fresh],
    ['--data', used, '--replace'],
  ]) {
    const { code, stderr } = await withFilesUpTo(90, ['restore', BACKUP, ...args]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The backup could not be copied \(EFBIG.*nothing was changed\.\n$/)]);
  }
  expect([await namesIn(folder.path), await namesIn(fresh), await namesIn(used)]).toEqual([['fresh', 'used'], [], ['kept']]);
});

it('goes on where a restore was killed, also from a backup that lies in the folder it replaces', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const [data, inside] = [join(folder.path, 'data'), join(folder.path, 'data/backup')];
  await mkdir(join(data, 'restoring'), { recursive: true });
  await writeFile(join(data, 'restoring/jobs.db'), 'half');
  expect((await tributary(['restore', BACKUP, '--data', data])).stderr).toBe('');
  const given = (await namesIn(BACKUP)).filter((name) => name !== 'backup.json');
  expect(await namesIn(data)).toEqual([...given, 'store-main.made'].toSorted());
  await cp(BACKUP, inside, { recursive: true });
  expect(await tributary(['restore', inside, '--data', data, '--replace'])).toMatchObject({ code: 0 });
  expect(await namesIn(data)).not.toContain('backup');
});

it('names the version that made a backup it cannot read', async () => {
  await using folder = await temporaryFolder();
  const manifest = await readFile(join(BACKUP, 'backup.json'), 'utf8');
  await writeFile(join(folder.path, 'backup.json'), manifest.replace('"v": 1', '"v": 2').replace('"0.1.0"', '"9.0.0"'));
  const { code, stderr } = await tributary(['restore', folder.path, '--data', join(folder.path, 'data')]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('was made by Tributary 9.0.0, which is newer')]);
});
