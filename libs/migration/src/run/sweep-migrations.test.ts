import { Engines } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { retryable } from '@tributary/kernel';
import { replaced } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMigrationBed, type MigrationBed } from '../testbed/migration-bed.fixture.js';
import { sweepMigrations } from './sweep-migrations.js';

const MINUTE_MS = 60_000;

let bed: MigrationBed;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ bed, close } = await openMigrationBed());
  await bed.fill(3);
});
afterEach(() => close());

/** The model is away for a run. */
async function fail(): Promise<void> {
  bed.wide.before = () => Promise.reject(retryable('EMBEDDER.UNAVAILABLE', 'Away.'));
  await expect(bed.run()).rejects.toMatchObject({ code: 'EMBEDDER.UNAVAILABLE' });
}

it('wakes a move of which nothing was heard for a minute: its job may be lost', async () => {
  await bed.reembed({ model: 'wide' });
  await fail();
  bed.jobs.length = 0;
  bed.now += MINUTE_MS;
  expect(await sweepMigrations(bed.collaborators)).toBe(1);
  expect(bed.jobs).toEqual([JSON.stringify({ task: 'migrate', collection: 'notes' })]);
});

it('wakes one that was never run', async () => {
  await bed.reembed({ model: 'wide' });
  bed.jobs.length = 0;
  await sweepMigrations(bed.collaborators);
  expect(bed.jobs).toHaveLength(1);
});

it('gives no second job to one that waits to be tried again, whoever asks', async () => {
  await bed.reembed({ model: 'wide' });
  await fail();
  bed.jobs.length = 0;
  bed.now += MINUTE_MS - 1;
  expect(await sweepMigrations(bed.collaborators)).toBe(1);
  expect(await bed.reembed({ model: 'wide' })).toMatchObject({ state: 'running', error: { code: 'EMBEDDER.UNAVAILABLE' } });
  expect(bed.jobs).toEqual([]);
});

it('drops what answered before where it can: an engine that is away keeps it for later, and one that is configured no more holds up nothing', async () => {
  const record = await bed.catalog.collections.get('notes');
  if (record === undefined) throw new Error('no notes');
  const { card } = record;
  const away = replaced(new MemoryEngine({ name: 'away' }), {
    dropCollection: () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'Nobody answers.')),
  });
  const engines = new Engines(bed.engines.primary, [away]);
  for (const [name, engine] of [
    ['a', 'away'],
    ['b', 'nobody'],
    ['c', 'main'],
  ] as const) {
    await bed.engines.primary.createCollection(`${name}__g1`, card);
    const previous = { generation: 1, engine, card, until: bed.now - 1 };
    await bed.catalog.collections.change(name, () => ({ set: { name, engine: 'main', card, generation: 2, previous } }));
  }
  await sweepMigrations({ ...bed.collaborators, engines });
  const kept = await bed.catalog.collections.getMany(['a', 'b', 'c']);
  expect(kept.map((one) => one?.previous?.engine)).toEqual(['away', undefined, undefined]);
  expect((await bed.engines.primary.listCollections()).map(({ name }) => name).sort()).toEqual(['a__g1', 'b__g1', 'notes__g1']);
});
