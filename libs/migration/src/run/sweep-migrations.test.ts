import { retryable } from '@tributary/kernel';
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
