import { Card, CardFields, localOwner } from '@tributary/contracts';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { Catalog, documentRecordKey, type CollectionReader, type CollectionRecord, type ForeignPoint } from '@tributary/engines-port';
import { MemoryForeign } from '@tributary/engines-port/memory';
import { encodeDocumentKey } from '@tributary/kernel';
import { md5Uuid } from '@tributary/kernel/ids';
import { temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { selectAdopted } from './select-adopted.js';

const card = Card.parse({
  model: { name: 'static', dimension: 2 },
  fields: CardFields.parse({ text: 'document', metadata: 'metadata' }),
  created_at: '2026-01-01T00:00:00Z',
});
const record: CollectionRecord = {
  ...{ v: 1, name: 'house', engine: 'main', card, generation: 1, building: [], epoch: 0, adopted: 'house', removed: false },
};

const unread = () => Promise.reject(new Error('not read here'));
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let engine: EmbeddedEngine;
let catalog: Catalog;
beforeAll(async () => {
  folder = await temporaryFolder();
  engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  catalog = new Catalog(engine.records);
});
afterAll(async () => {
  await engine.close();
  await folder.remove();
});

const point = (id: string, original_id?: string): ForeignPoint => ({
  ...{ id, payload: { document: `text of ${id}`, metadata: { original_id } }, vectors: new Map<string, Float32Array>() },
});

function collaboratorsOver(points: readonly ForeignPoint[]) {
  const reader = new MemoryForeign([{ name: 'house', vectors: [], metadata: {}, points }]).open('house', card);
  const others = { nominate: unread, scroll: unread, count: unread, suggestWords: unread, wordsBeginning: unread };
  const open = (): CollectionReader => ({ ...others, showsWholeDocuments: false, read: (selector) => reader.read(selector) });
  return { catalog, adopted: { open, index: unread, write: unread, remove: unread } };
}

it('counts what goes by an id, not what its maker calls so where something was stored under it', async () => {
  const made = md5Uuid('note9');
  const collaborators = collaboratorsOver([point('note9'), point(made, 'note9'), point('other')]);
  const row = { v: 1 as const, collection: 'house', key: 'note9', doc_id: made, version: 5, hash: 'h', accepted_at: 1 };
  await catalog.documents.change(documentRecordKey('house', 'note9'), () => ({ set: { ...row, state: 'indexed' as const } }));
  const named = { keys: new Set([encodeDocumentKey('note9')]), docIds: new Set<string>(), uuids: new Set<string>() };
  expect([...(await selectAdopted(collaborators, record, { principal: localOwner, named }))]).toEqual([
    ['note9', { version: 5, chunks: 1 }],
  ]);
  const maker = { must: [{ has_id: ['note9', 'other'] }] };
  expect([...(await selectAdopted(collaborators, record, { principal: localOwner, filter: maker })).keys()]).toEqual(['other']);
});

it('nobody but the owner of the server deletes by the field that names readers, which would tell him who they are', async () => {
  const shared = {
    ...record,
    card: { ...card, fields: CardFields.parse({ text: 'document', metadata: 'metadata', acl: 'metadata.readers' }) },
  };
  const filter = { must: [{ key: 'metadata.readers', match: { value: 'user:emil' } }] };
  const collaborators = collaboratorsOver([point('a')]);
  const cleo = { ...localOwner, unrestricted: false, user_id: 'cleo' };
  await expect(selectAdopted(collaborators, shared, { principal: cleo, filter })).rejects.toMatchObject({ code: 'ACCESS.DENIED' });
  expect((await selectAdopted(collaborators, shared, { principal: localOwner, filter })).size).toBe(0);
});
