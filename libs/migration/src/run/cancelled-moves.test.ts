import type { EmbeddedEngine } from '@tributary/engines-embedded';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { permanent, retryable } from '@tributary/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MigrationPoint } from '../collaborators.js';
import { Migrations } from '../record/migrations.js';
import { switchOver } from '../switching/switch-over.js';
import { allPoints, beforeWrite, openMigrationBed, type MigrationBed } from '../testbed/migration-bed.fixture.js';
import { sweepMigrations } from './sweep-migrations.js';

let main: EmbeddedEngine;
let other: MemoryEngine;
let bed: MigrationBed;
let close: () => Promise<void>;
beforeEach(async () => {
  other = new MemoryEngine({ name: 'other' });
  ({ main, bed, close } = await openMigrationBed([other]));
});
afterEach(() => close());

/** Ends a run at a point. */
function endAt(wanted: MigrationPoint) {
  return (point: MigrationPoint) => {
    if (point === wanted) throw new Error(point);
  };
}

it('makes a copy under another name known to whom its source is known in the moment in which it begins to answer', async () => {
  const knownTo = (known_to: string[]) =>
    bed.catalog.collections.change('notes', (present) => (present === undefined ? { keep: true } : { set: { ...present, known_to } }));
  await bed.fill(2);
  await knownTo(['user:ada']);
  await bed.start({ from: 'notes', to: 'archive' });
  await expect(bed.run('archive', { crashAt: endAt('parity-proven') })).rejects.toThrow('parity-proven');
  expect(await bed.catalog.collections.get('archive')).toMatchObject({ removed: true, known_to: ['user:ada'] });
  await knownTo(['user:ada', 'user:ben']);
  const move = await new Migrations(main.records, bed.collaborators.clock).get('archive');
  if (move === undefined) throw new Error('no move');
  const generation = move.to.generation ?? 0;
  expect(await switchOver(bed.catalog, { move, generation, until: 0 })).toBe(true);
  expect(await bed.catalog.collections.get('archive')).toMatchObject({ removed: false, known_to: ['user:ada', 'user:ben'] });
});

describe('a move that is cancelled', () => {
  it('is given up, and the source takes writes alone again', async () => {
    await bed.fill(5);
    await bed.start({ from: 'notes', to: 'other' });
    beforeWrite(other, 3, async () => {
      await bed.start({ from: 'notes', cancel: true });
    });
    await expect(bed.run()).resolves.toBe(0);
    expect(await bed.status()).toMatchObject({ state: 'cancelled' });
    expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'main', generation: 1, building: [] });
    expect(await other.listCollections()).toEqual([]);
  });

  it('goes on where it began to answer in the moment in which it was cancelled', async () => {
    await bed.fill(10);
    await bed.start({ from: 'notes', to: 'archive' });
    const { collections } = bed.catalog;
    const get = collections.get.bind(collections);
    collections.get = async (name) => {
      const before = await get(name);
      if (name !== 'archive') return before;
      collections.get = get;
      await expect(bed.run('archive', { crashAt: endAt('switched') })).rejects.toThrow('switched');
      return before;
    };
    await expect(bed.start({ from: 'notes', to: 'archive', cancel: true })).rejects.toMatchObject({ code: 'MIGRATION.SWITCHED' });
    expect(await bed.status('archive')).toMatchObject({ state: 'running' });
    await bed.run('archive');
    expect([await bed.points('archive'), await bed.catalog.documents.count({ collection: 'archive' })]).toMatchObject([{ length: 20 }, 10]);
  });

  it('does not answer any more after it was cancelled', async () => {
    await bed.fill(10);
    await bed.start({ from: 'notes', to: 'archive' });
    await expect(bed.run('archive', { crashAt: endAt('parity-proven') })).rejects.toThrow('parity-proven');
    const move = await new Migrations(main.records, bed.collaborators.clock).get('archive');
    await bed.start({ from: 'notes', to: 'archive', cancel: true });
    if (move === undefined) throw new Error('no move');
    expect(await switchOver(bed.catalog, { move, generation: 1, until: 0 })).toBe(false);
    expect(await bed.points('archive')).toEqual([]);
  });

  it('is not cancelled once it answers: its rows are written by the next run', async () => {
    await bed.fill(10);
    await bed.start({ from: 'notes', to: 'archive' });
    await expect(bed.run('archive', { crashAt: endAt('switched') })).rejects.toThrow('switched');
    await expect(bed.start({ from: 'notes', to: 'archive', cancel: true })).rejects.toMatchObject({
      code: 'MIGRATION.SWITCHED',
      message:
        'main/archive answers already, and the move is nearly done. To be rid of the copy: tributary collections remove archive --confirm archive',
    });
    await bed.run('archive');
    expect(await bed.status('archive')).toMatchObject({ state: 'done' });
    expect(await bed.catalog.documents.count({ collection: 'archive', state: 'indexed' })).toBe(10);
  });
});

describe('a copy whose move ended while its engine was away', () => {
  const copies = async () => (await other.listCollections()).map(({ name }) => name);

  /** From now on the engine drops nothing, until what is returned is called. */
  function away(): () => void {
    const there = other.dropCollection.bind(other);
    other.dropCollection = () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'Nobody answers.'));
    return () => {
      other.dropCollection = there;
    };
  }

  it('is dropped by a sweep once the engine is back, and its number not taken again', async () => {
    await bed.fill(5);
    await bed.start({ from: 'notes', to: 'other' });
    let back: () => void = () => undefined;
    beforeWrite(other, 3, async () => {
      back = away();
      expect(await bed.start({ from: 'notes', cancel: true })).toMatchObject({ state: 'cancelled' });
    });
    await expect(bed.run()).resolves.toBe(0);
    await sweepMigrations(bed.collaborators);
    expect(await copies()).toEqual(['notes__g2']);
    back();
    await sweepMigrations(bed.collaborators);
    expect(await copies()).toEqual([]);
    await bed.start({ from: 'notes', to: 'other' });
    await bed.run();
    await sweepMigrations(bed.collaborators);
    expect([await copies(), await bed.points()]).toEqual([['notes__g3'], await allPoints(other, 'notes__g3')]);
    expect(await main.records.count({ kind: 'begun-copy' })).toBe(0);
  });

  it('goes as well after a move that was given up, and where its collection was removed meanwhile', async () => {
    await bed.fill(5);
    await bed.start({ from: 'notes', to: 'other' });
    let back: () => void = () => undefined;
    beforeWrite(other, 3, () => {
      back = away();
      return Promise.reject(permanent('ENGINE.REFUSED', 'No more disk.'));
    });
    await expect(bed.run()).rejects.toMatchObject({ code: 'ENGINE.REFUSED' });
    expect(await bed.status()).toMatchObject({ state: 'failed' });
    await bed.catalog.collections.change('notes', (present) =>
      present ? { set: { ...present, removed: true, epoch: 1 } } : { keep: true },
    );
    back();
    await sweepMigrations(bed.collaborators);
    expect(await copies()).toEqual([]);
  });
});
