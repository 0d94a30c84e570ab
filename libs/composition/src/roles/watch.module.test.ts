import { mkdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { AddSource } from '@tributary/ingestion';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, findRedisProgram, startRedisServer, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { checkInstallation } from '../doctor/check-installation.js';
import { composeParts } from '../parts/compose-parts.js';
import { WatchModule } from './watch.module.js';

it('watches in a worker what lies below a root that is written by a link, and the doctor names what nobody watches', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  await using folder = await temporaryFolder();
  const [notes, link] = [join(folder.path, 'notes'), join(folder.path, 'link')];
  await mkdir(notes);
  await symlink(notes, link);
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: join(folder.path, 'data'), flag: '--data' },
      { path: ['redis', 'url'], value: redis.url, flag: 'redis' },
      { path: ['sources', 'roots'], value: [link], flag: 'roots' },
    ],
  });
  const parts = await composeParts({ configuration, logger: silentLogger, queueKind: 'bullmq' });
  const watchedSources = async () => (await checkInstallation(parts)).find(({ name }) => name === 'watched sources');
  try {
    expect(await watchedSources()).toMatchObject({ status: 'ok', detail: 'none' });
    const { sourceId } = await new AddSource(parts).run({ location: link, watch: true });
    const { location } = (await parts.catalog.sources.get(sourceId)) ?? {};
    expect(location).toBe(await realpath(notes));
    const unwatched = await watchedSources();
    expect(unwatched?.status).toBe('warning');
    expect(unwatched?.detail).toContain(`No live process watches ${location ?? ''}:`);
    const worker = await NestFactory.createApplicationContext(WatchModule.register({ parts, delayMs: 0 }), { logger: false });
    try {
      await eventually(async () => {
        expect(await watchedSources()).toMatchObject({ status: 'ok', detail: '1, each by a live process' });
      });
    } finally {
      await worker.close();
    }
    // Pages are watched by nobody.
    await parts.catalog.sources.change(sourceId, (source) => (source ? { set: { ...source, kind: 'web' } } : { keep: true }));
    expect(await watchedSources()).toMatchObject({ status: 'ok', detail: 'none' });
  } finally {
    await parts.close();
  }
});
