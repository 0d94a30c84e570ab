import { temporaryFolder } from '@tributary/testing';
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastingRuntime } from './lasting-runtime.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** As Homebrew keeps it. */
let execPath: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  execPath = join(await realpath(folder.path), 'Cellar/node@24/24.18.1/bin/node');
  await mkdir(dirname(execPath), { recursive: true });
  await writeFile(execPath, '');
});
afterEach(() => folder.remove());

/** A folder with a link to the Node that runs, or to another one. */
async function linked(name: string, target = execPath): Promise<string> {
  await mkdir(join(folder.path, name), { recursive: true });
  await symlink(target, join(folder.path, name, 'node'));
  return join(folder.path, name);
}

const running = () => ({ execPath, version: 'v24.18.1' });

describe('the path of Node that settings of others get', () => {
  it('is a link on the PATH where the path itself is of one version', async () => {
    const other = await linked('other', '/bin/sh');
    const [shell, stays] = [await linked('fnm_multishells/12_34/bin'), await linked('opt/node@24/bin')];
    const env = { PATH: [dirname(execPath), other, shell, stays].join(delimiter) };
    expect(lastingRuntime(running(), env)).toEqual({ runtime: join(stays, 'node') });
  });

  it('is the one of that version, with a remark, where no link leads there', () => {
    const { runtime, remark } = lastingRuntime(running(), { PATH: dirname(execPath) });
    expect([runtime, remark]).toEqual([execPath, expect.stringContaining('run this command again')]);
  });

  it('is the one that runs where that is of no version', async () => {
    await linked('bin');
    expect(lastingRuntime({ ...running(), execPath: '/usr/bin/node' }, { PATH: join(folder.path, 'bin') })).toEqual({
      runtime: '/usr/bin/node',
    });
  });
});
