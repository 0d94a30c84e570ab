import { execFileSync } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { processesLookingAt } from '../integrity/looking-at.fixture.js';
import { startStandalone } from '../standalone/start-standalone.js';

it('ends in the middle of a check whose caller has gone', { timeout: 30_000 }, async (context) => {
  if (process.platform === 'win32') return context.skip('Windows has no such pipes.');
  await using folder = await temporaryFolder();
  const overrides = [
    { path: ['data', 'folder'], value: folder.path, flag: '--data' },
    { path: ['server', 'port'], value: 0, flag: '--port' },
  ];
  const configuration = await loadConfiguration({ environment: {}, overrides });
  await using stack = new AsyncDisposableStack();
  const { operations } = stack.adopt(await startStandalone({ configuration, logger: silentLogger }), (server) => server.close());
  const store = join(folder.path, 'store/main/store.db');
  await rename(store, `${store}.away`);
  // Whoever opens it waits for somebody who writes into it.
  execFileSync('mkfifo', [store]);
  stack.defer(() => rename(`${store}.away`, store));
  const ended = new AbortController();
  const diagnosis = operations.doctor({ repair: false }, { principal: localOwner, signal: ended.signal });
  const refused = expect(diagnosis).rejects.toMatchObject({ name: 'AbortError' });
  await eventually(async () => (await processesLookingAt(store)) === 1);
  ended.abort();
  await refused;
  await eventually(async () => (await processesLookingAt(store)) === 0);
});
