import { UNKNOWN_MODEL, Card } from '@tributary/contracts';
import type { CollectionRecord, FoundCollections } from '@tributary/engines-port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMigrationBed } from '../testbed/migration-bed.fixture.js';
import { StartMigration } from './start-migration.use-case.js';

let opened: Awaited<ReturnType<typeof openMigrationBed>>;
beforeAll(async () => {
  opened = await openMigrationBed();
});
afterAll(() => opened.close());

const card = Card.parse({ model: { name: UNKNOWN_MODEL, dimension: 3 }, fields: { text: 'text' }, created_at: '2026-01-01T00:00:00Z' });
const record: CollectionRecord = { v: 1, name: 'wiki', engine: 'team', card, generation: 1, building: [], epoch: 0, adopted: 'wiki-500', removed: false }; // oxfmt-ignore
const found: FoundCollections = {
  beside: () => Promise.resolve({ records: [record], unreadable: [] }),
};

it('a collection that was merely found is not moved or embedded anew before it is adopted', async () => {
  const start = new StartMigration({ ...opened.bed.collaborators, found });
  const move = { keep_days: 7, back: false, cancel: false, to: 'main' };
  const refusal =
    'The collection wiki on the engine team was made by another program and was merely found: adopt it first, so that its fields and its model are known: tributary adopt team --collection wiki-500';
  await expect(start.run({ ...move, from: 'wiki' })).rejects.toThrow(refusal);
  await expect(start.run({ ...move, from: 'team/wiki' })).rejects.toThrow(refusal);
  await expect(start.reembed({ ...move, collection: 'wiki', missing: false })).rejects.toThrow(refusal);
  await expect(start.run({ ...move, from: 'main/wiki' })).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
  await expect(start.run({ ...move, from: 'other' })).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
});
