import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { MAIN, finish } from '../../running/tributary.fixture.js';

const BACKUP = fileURLToPath(new URL('fixtures/backup-0.1.0', import.meta.url));

/** A command that does not end by itself is ended. */
function run(args: readonly string[]) {
  const given = ['--disable-warning=ExperimentalWarning', MAIN, ...args];
  return finish(spawn(process.execPath, given, { env: {}, timeout: 20_000, killSignal: 'SIGKILL' }));
}

it('ends with what to do where a folder cannot be made, below a system folder, too', { timeout: 90_000 }, async (context) => {
  if (process.platform !== 'linux') return context.skip('there is no /proc');
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'store'));
  const backup = await run(['backup', '/proc/deep/er/copy', '--data', folder.path]);
  expect([backup.code, backup.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^No backup can be written to \/proc\/deep\/er\/copy \(ENOENT.*: name a folder in a place where you may make one\.\n$/,
    ),
  ]);
  const unusable = [1, expect.stringContaining('The data folder /proc/deep/er/data cannot be used (ENOENT')];
  for (const args of [
    ['restore', BACKUP],
    ['index', folder.path],
  ]) {
    const { code, stderr } = await run([...args, '--data', '/proc/deep/er/data']);
    expect([code, stderr]).toEqual(unusable);
  }
});
