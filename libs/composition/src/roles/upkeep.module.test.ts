import { NestFactory } from '@nestjs/core';
import { maintenanceQueue, syncWebQueue } from '@tributary/contracts';
import { Engines, SourceRecord, type Engine } from '@tributary/engines-port';
import { sampleCard } from '@tributary/engines-port/memory';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, replaced, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { composeParts } from '../parts/compose-parts.js';
import { UpkeepModule } from './upkeep.module.js';

async function openParts(folder: string) {
  const overrides = [{ path: ['data', 'folder'], value: folder, flag: '--data' }];
  const configuration = await loadConfiguration({ environment: {}, overrides });
  return composeParts({ configuration, logger: silentLogger, queueKind: 'local' });
}

it('asks again and again for a sweep and for the syncs of sources that are due', async () => {
  await using folder = await temporaryFolder();
  const parts = await openParts(folder.path);
  const source = SourceRecord.parse({
    id: 'manual',
    kind: 'web',
    name: 'manual',
    location: 'https://example.org/',
    route: { code: 'manual', docs: 'manual' },
    settings: { recheck_minutes: 10 },
    state: 'idle',
    last_synced_at: '2026-01-01T00:00:00.000Z',
    created_at: '2026-01-01T00:00:00.000Z',
  });
  await parts.catalog.sources.change(source.id, () => ({ set: source }));
  // Nothing is taken up at the start, and nobody works on the queues: what waits there was asked for by the timer.
  const upkeep = await NestFactory.createApplicationContext(UpkeepModule.register({ parts, delayMs: 3_600_000, sweepEveryMs: 50 }), {
    logger: false,
  });
  try {
    await eventually(async () => {
      const [sweeps, syncs] = await Promise.all([parts.queues.counts(maintenanceQueue), parts.queues.counts(syncWebQueue)]);
      expect({ sweeps: sweeps.waiting, syncs: syncs.waiting }).toEqual({ sweeps: 1, syncs: 1 });
    });
  } finally {
    await upkeep.close();
    await parts.close();
  }
});

it('has words forgotten after the start, and stops with its process', async () => {
  await using folder = await temporaryFolder();
  const parts = await openParts(folder.path);
  const { primary } = parts.engines;
  await primary.createCollection('notes__g1', sampleCard(8));
  const asked: (AbortSignal | undefined)[] = [];
  const forgetWords: Engine['forgetWords'] = (_, options) => (asked.push(options?.signal), Promise.resolve(0));
  const engines = new Engines(replaced(primary, { forgetWords }));
  const upkeep = await NestFactory.createApplicationContext(UpkeepModule.register({ parts: { ...parts, engines }, delayMs: 0 }), {
    logger: false,
  });
  await eventually(() => asked.length === 1);
  expect(asked[0]?.aborted).toBe(false);
  await upkeep.close();
  expect(asked[0]?.aborted).toBe(true);
  await parts.close();
});
