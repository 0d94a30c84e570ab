import { localOwner, type DoctorCheck } from '@tributary/contracts';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startStandalone } from '../standalone/start-standalone.js';

const PAGE = 4096;

/** A store with records that nothing reads. */
async function fill(data: string): Promise<void> {
  const engine = EmbeddedEngine.open({ name: 'main', folder: join(data, 'store/main') });
  const value = { text: 'written '.repeat(200) };
  await engine.records.put(Array.from({ length: 400 }, (_, n) => ({ kind: 'unread', key: n.toString(), value })));
  await engine.close();
}

/** What a bad sector gives, in the middle of the file. */
function damagePages(file: string): void {
  const middle = Math.floor(statSync(file).size / PAGE / 2);
  const handle = openSync(file, 'r+');
  for (let page = middle; page < middle + 8; page++) writeSync(handle, Buffer.alloc(PAGE, 0xff), 0, PAGE, page * PAGE);
  closeSync(handle);
}

async function examine(data: string): Promise<DoctorCheck | undefined> {
  const overrides = [
    { path: ['data', 'folder'], value: data, flag: '--data' },
    { path: ['server', 'port'], value: 0, flag: '--port' },
  ];
  const configuration = await loadConfiguration({ environment: {}, overrides });
  const server = await startStandalone({ configuration, logger: silentLogger });
  try {
    const { checks } = await server.operations.doctor({ repair: false }, { principal: localOwner, signal: AbortSignal.timeout(30_000) });
    return checks.find(({ name }) => name === 'engine main');
  } finally {
    await server.close();
  }
}

it('tells of pages that are damaged and that nothing reads', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'store/main/store.db');
  await fill(folder.path);
  expect(await examine(folder.path)).toMatchObject({ status: 'ok' });
  damagePages(file);
  const found = await examine(folder.path);
  expect(found).toMatchObject({ status: 'failed' });
  expect(found?.detail).toContain(`${file} is damaged (`);
  expect(found?.detail).toContain('tributary restore FOLDER --replace');
});
