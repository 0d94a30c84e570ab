import { retryable } from '@tributary/kernel';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MigrationBed } from '../testbed/migration-bed.fixture.js';
import { sweepMigrations } from './sweep-migrations.js';

const MINUTE_MS = 60_000;

let main: EmbeddedEngine;
let bed: MigrationBed;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  bed = new MigrationBed(main, []);
  await bed.createNotes();
  await bed.fill(3);
});
afterEach(async () => {
  await main.close();
  await folder.remove();
});

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
