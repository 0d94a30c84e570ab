import { rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { localOwner } from '@tributary/contracts';
import { readServer, startApp, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

/** A server of the folder is started, keeps what is said, and is killed: its write-ahead log stays. */
async function keepAndKill(data: string, text: string): Promise<void> {
  const app = startApp('standalone', { args: ['--data', data, '--port', '0'] });
  try {
    await app.ready();
    const operations = new HttpOperations(new HttpConnection(await readServer(data)));
    await operations.store({ text, collection: 'memory' }, { principal: localOwner, signal: AbortSignal.timeout(30_000) });
  } finally {
    await app.end('SIGKILL');
  }
}

it.each([
  ['gone', (store: string) => rm(store), 'is missing or empty, though a store was made there.'],
  ['empty', (store: string) => truncate(store, 0), 'is missing or empty, though a store was made there.'],
  ['damaged', (store: string) => writeFile(store, 'no database '.repeat(1000)), 'is damaged or not a Tributary store.'],
])('says what to do where a killed server left a store that is %s, and that helps', { timeout: 120_000 }, async (_, lose, what) => {
  await using folder = await temporaryFolder();
  const [data, copy] = [join(folder.path, 'data'), join(folder.path, 'copy')];
  const store = join(data, 'store/main/store.db');
  const run = (...args: readonly string[]) => tributary([...args, '--data', data]);
  await keepAndKill(data, 'The lamp is lit at dusk.');
  expect(await run('backup', copy)).toMatchObject({ code: 0 });
  // An orderly end brings the log into the file.
  expect(await run('collections')).toMatchObject({ code: 0 });
  await keepAndKill(data, 'The lamp is put out at dawn.');
  expect((await stat(`${store}-wal`)).size).toBeGreaterThan(0);
  await lose(store);
  for (const command of ['collections', 'status']) {
    const { code, stderr } = await run(command);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${store} ${what}`)]);
    expect(stderr).toMatch(/put a backup back with "tributary restore FOLDER --replace"/i);
  }
  expect(await run('restore', copy, '--replace')).toMatchObject({ code: 0 });
  const { stdout } = await run('search', 'when is the lamp lit', '--deadline', '30000');
  expect(stdout).toContain('lit at dusk');
  expect(stdout).not.toContain('put out');
});
