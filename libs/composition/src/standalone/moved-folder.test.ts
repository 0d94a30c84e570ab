import { localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startStandalone } from './start-standalone.js';

it('acknowledges nothing while its folder is elsewhere, and goes on when it is back', { timeout: 60_000 }, async () => {
  await using above = await temporaryFolder();
  const [data, elsewhere] = [join(above.path, 'data'), join(above.path, 'elsewhere')];
  await mkdir(data);
  const overrides = [
    { path: ['data', 'folder'], value: data, flag: '--data' },
    { path: ['server', 'port'], value: 0, flag: '--port' },
  ];
  const configuration = await loadConfiguration({ environment: {}, overrides });
  const server = await startStandalone({ configuration, logger: silentLogger });
  const { operations } = server;
  const context = { principal: localOwner, signal: AbortSignal.timeout(50_000) };
  const store = (id: string) => operations.store({ text: 'The lamp is lit at dusk.', id, collection: 'memory' }, context);
  try {
    await store('before');
    await rename(data, elsewhere);
    await expect(store('away')).rejects.toMatchObject({ code: 'ENGINE.STORE_MOVED' });
    const { engines } = await operations.status(context);
    expect(engines).toMatchObject([{ name: 'main', status: 'degraded' }]);
    await rename(elsewhere, data);
    expect((await store('after')).collection).toBe('memory');
  } finally {
    await server.close();
  }
});
