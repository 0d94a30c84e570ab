import { findRedisProgram, startApp, startRedisServer, temporaryFolder } from '@tributary/testing';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backUp } from '../backup/back-up.js';
import { restore } from '../backup/restore.js';

it('is not restored over while a worker has its store open, also without a gateway', { timeout: 120_000 }, async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  await using folder = await temporaryFolder();
  const [data, copy] = [join(folder.path, 'data'), join(folder.path, 'copy')];
  const env = { TRIBUTARY_REDIS__URL: redis.url };
  const start = () => startApp('ingest-worker', { args: ['--data', data], env });
  const workers = [start(), start()];
  try {
    for (const worker of workers) await worker.ready();
    await backUp(data, copy);
    await workers[0]?.end('SIGTERM');
    await expect(restore(copy, data, { replace: true })).rejects.toMatchObject({ code: 'DATA.IN_USE' });
    await workers[1]?.end('SIGKILL');
    expect(await restore(copy, data, { replace: true })).toMatchObject({ v: 1 });
  } finally {
    for (const worker of workers) await worker.end('SIGKILL');
  }
});
