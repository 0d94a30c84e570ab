import { spawn } from 'node:child_process';
import { mkdir, readFile, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { MAIN, finish, tributary } from '../../running/tributary.fixture.js';

const BACKUP = fileURLToPath(new URL('fixtures/backup-0.1.0', import.meta.url));

/** A script of the shell among mounts of its own, with the command as "$0" "$@"; it fails where this user may not have them. */
function amongOwnMounts(script: string, args: readonly string[] = []) {
  const outer = 'exec unshare --user --map-root-user --mount sh -c "$@"';
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', MAIN, ...args];
  return finish(spawn('sh', ['-c', outer, 'sh', script, ...command], { env: { PATH: '/usr/bin:/bin' } }));
}

it('is not set aside where it is a mount point: that is said before anything is copied', { timeout: 60_000 }, async (context) => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  await mkdir(data);
  if (process.platform !== 'linux') return context.skip('mounts are made with unshare');
  const mount = `mount --bind '${data}' '${data}'`;
  if ((await amongOwnMounts(mount)).code !== 0) return context.skip('this user may not mount');
  await writeFile(join(data, 'kept'), 'data');
  // A copy would break off.
  const { code, stderr } = await amongOwnMounts(`${mount} && ulimit -f 90 && exec "$0" "$@"`, [
    'restore',
    BACKUP,
    '--data',
    data,
    '--replace',
  ]);
  expect([code, stderr]).toEqual([
    1,
    `${data} cannot be set aside (it is a mount point): move what it holds elsewhere and restore without --replace, or name another folder with --data; nothing was changed.\n`,
  ]);
  expect((await readdir(data)).filter((name) => !name.startsWith('owner.db'))).toEqual(['kept']);
  expect(await readdir(folder.path)).toEqual(['data']);
});

it('is replaced where a link leads to it, and the link stays', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const [disk, link] = [join(folder.path, 'disk'), join(folder.path, 'data')];
  await mkdir(disk);
  await writeFile(join(disk, 'kept'), 'data');
  await symlink(disk, link);
  expect(await tributary(['restore', BACKUP, '--data', link, '--replace'])).toMatchObject({ code: 0 });
  expect(await readlink(link)).toBe(disk);
  expect(await readdir(disk)).toContain('store');
  const aside = (await readdir(folder.path)).find((name) => name.startsWith('disk.replaced-')) ?? '';
  expect(await readFile(join(folder.path, aside, 'kept'), 'utf8')).toBe('data');
});

it('counts as empty with what a new disk comes with', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'lost+found'));
  expect(await tributary(['restore', BACKUP, '--data', folder.path])).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(folder.path)).toEqual(expect.arrayContaining(['lost+found', 'store']));
});
