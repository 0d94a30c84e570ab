import { localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger, type Logger } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startStandalone } from '../standalone/start-standalone.js';

/** What the doctor says of a data folder, and of what the start warns. @param engine name of the one engine */
async function examined(data: string, engine: string) {
  const warnings: unknown[] = [];
  const logger: Logger = { ...silentLogger, warn: (message, fields) => warnings.push([message, fields]) };
  const overrides = [
    { path: ['data', 'folder'], value: data, flag: '--data' },
    { path: ['server', 'port'], value: 0, flag: '--port' },
    { path: ['engines'], value: { [engine]: { type: 'embedded' } }, flag: 'engines' },
    { path: ['primary'], value: engine, flag: 'primary' },
  ];
  const configuration = await loadConfiguration({ environment: {}, overrides });
  const server = await startStandalone({ configuration, logger });
  try {
    const { checks } = await server.operations.doctor({ repair: false }, { principal: localOwner, signal: AbortSignal.timeout(30_000) });
    return { check: checks.find(({ name }) => name === 'data folder'), warnings };
  } finally {
    await server.close();
  }
}

it('names a store whose engine has another name in the configuration by now', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  expect(await examined(folder.path, 'main')).toMatchObject({ check: { status: 'ok' }, warnings: [] });
  const file = (path: string) => join(folder.path, path);
  const detail = `${file('store/main/store.db')} is not read, since no embedded engine is configured as main: name one so (engines.main), or, where it is not wanted any more, remove ${file('store/main')} and ${file('store-main.made')}.`;
  expect(await examined(folder.path, 'store')).toEqual({
    check: { name: 'data folder', status: 'warning', detail },
    warnings: [['a store is not read', { reason: detail }]],
  });
});
