import { localOwner } from '@tributary/contracts';
import { Catalog, Engines } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { getCollection } from './collections.js';
import { ada, notes } from './counted-collection.fixture.js';
import type { VisibleCounts } from './visible-counts.js';

it.each<[Partial<VisibleCounts>, { counted: unknown; status_reason: unknown }]>([
  [{ counted: 'now' }, { counted: undefined, status_reason: undefined }],
  [{ counted: 'earlier' }, { counted: 'earlier', status_reason: expect.stringContaining('of an earlier count') }],
  [{ counted: 'not_yet' }, { counted: 'not_yet', status_reason: expect.stringContaining('is still being counted') }],
  [
    { counted: 'not_yet', failure: 'ENGINE.UNAVAILABLE' },
    { counted: 'not_yet', status_reason: expect.stringContaining('could not be counted (ENGINE.UNAVAILABLE)') },
  ],
])('of a collection whose numbers are %j it is told how they are', async (stored, told) => {
  const main = new MemoryEngine({ name: 'main' });
  const engines = new Engines(main);
  const catalog = new Catalog(main.records);
  await catalog.collections.change('notes', () => ({ set: notes }));
  const counts = { of: () => Promise.resolve({ documents: 0, points: 0, reachable: true, counted: 'now' as const, ...stored }) };
  const none = () => Promise.resolve([]);
  const found = { beside: () => Promise.resolve({ records: [], unreadable: [] }) };
  const readers = { catalog, engines, counts, found, migration: { underWay: none } };
  const { counted, status_reason } = await getCollection(readers, 'notes', ada);
  expect({ counted, status_reason }).toEqual(told);
});

it.each([
  ['one of several users is not told the number, in which documents of others are', ada, { failed: undefined, status_reason: undefined }],
  [
    'who may know of all is told it, also while others are not searchable yet',
    localOwner,
    { failed: 1, status_reason: expect.stringContaining('1 documents to go') as unknown }, // safe: a matcher
  ],
])('of documents that failed, %s', async (_, principal, told) => {
  const main = new MemoryEngine({ name: 'main' });
  const catalog = new Catalog(main.records);
  await catalog.collections.change('notes', () => ({ set: notes }));
  const row = { collection: 'notes', version: 1, hash: '', accepted_at: 0 };
  await catalog.documents.change('notes/bad', () => ({ set: { ...row, key: 'bad', doc_id: 'bad', state: 'failed' } }));
  await catalog.documents.change('notes/new', () => ({ set: { ...row, key: 'new', doc_id: 'new', state: 'accepted' } }));
  const counts = { of: () => Promise.resolve({ documents: 0, points: 0, reachable: true, counted: 'now' as const }) };
  const found = { beside: () => Promise.resolve({ records: [], unreadable: [] }) };
  const readers = { catalog, engines: new Engines(main), counts, found, migration: { underWay: () => Promise.resolve([]) } };
  const { failed, status_reason } = await getCollection(readers, 'notes', principal);
  expect({ failed, status_reason }).toEqual(told);
});
