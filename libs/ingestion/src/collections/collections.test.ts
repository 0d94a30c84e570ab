import { ingestDocumentQueue, type IngestDocument } from '@tributary/contracts';
import { EmbeddingProviders } from '@tributary/embedding-port';
import { SKETCHES, physicalName, sketchKey } from '@tributary/engines-port';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { CollectionModels } from '../embed-chunks/collection-models.js';
import { CountingProvider, Testbed } from '../testbed/testbed.fixture.js';
import { EnsureCollection } from './ensure-collection.use-case.js';
import { RemoveCollection } from './remove-collection.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

function note(id: string, over: Partial<IngestDocument> = {}): IngestDocument {
  return { v: 1, collection: 'notes', id, content: `Text of ${id}.`, ...over };
}

it('is made once, whoever asks at the same time', async () => {
  const records = await Promise.all(Array.from({ length: 8 }, () => new EnsureCollection(bed.collaborators).run('notes')));
  expect(new Set(records.map(({ card }) => card.created_at)).size).toBe(1);
  expect(await bed.engine.listCollections()).toHaveLength(1);
  expect(records[0]).toMatchObject({
    name: 'notes',
    generation: 1,
    epoch: 0,
    card: { chunker: 'syntax@4', model: { name: 'static', dimension: 256 } },
  });
});

it('is put on the engine and model configured for its name', async () => {
  const other = new CountingProvider('other');
  const chosen = { providers: new EmbeddingProviders(bed.provider, [other]), placement: () => ({ model: 'other' }) };
  await bed.start(chosen);
  await new AcceptDocuments({ ...bed.collaborators, ...chosen }).run([note('a')]);
  await bed.idle();
  expect((await bed.catalog.collections.get('notes'))?.card.model.name).toBe('other');
  // Its own model made its vector, the common one the vector by which collections are compared.
  expect([other.texts, bed.provider.texts]).toEqual([['Text of a.'], ['Text of a.']]);
  const [point] = await bed.points('notes');
  expect([point?.vector?.length, point?.features.common.length]).toEqual([256, 256]);
});

it('refuses a name no collection can have', async () => {
  await expect(new EnsureCollection(bed.collaborators).run('a/b')).rejects.toMatchObject({ code: 'COLLECTION.NAME_INVALID' });
});

describe('while another engine does not tell what it holds', () => {
  const silent = { name: 'team/*', engine: 'team', status: 'timed_out' as const, code: 'SEARCH.LATE', reason: 'nobody answers.' };
  const found = { beside: () => Promise.resolve({ records: [], unreadable: [silent] }) };

  it('is made all the same: what is away stops nobody from storing', async () => {
    const record = await new EnsureCollection({ ...bed.collaborators, found }).run('notes');
    expect(record.engine).toBe(bed.engine.name);
    expect(await bed.engine.listCollections()).toHaveLength(1);
  });

  it('is used where it is ours already', async () => {
    const { created_at } = (await new EnsureCollection(bed.collaborators).run('notes')).card;
    const record = await new EnsureCollection({ ...bed.collaborators, found }).run('notes', { description: 'Ours.' });
    expect(record.card).toMatchObject({ created_at, description: 'Ours.' });
  });
});

it('loses what was noted of its content, too, when it is removed', async () => {
  await bed.start();
  await new AcceptDocuments(bed.collaborators).run([note('a', { version: 9 })]);
  await bed.idle();
  const { records, name } = bed.engine;
  const keys = ['notes', 'other'].map((collection) => sketchKey(name, physicalName(collection, 1)));
  await records.put(keys.map((key) => ({ kind: SKETCHES, key, value: {} })));
  await new RemoveCollection(bed.collaborators).run('notes');
  await bed.idle();
  expect((await records.get(SKETCHES, keys)).map((record) => record?.key)).toEqual([undefined, keys[1]]);
});

it('is left to its maker when it was adopted, even under a name like ours, and only its documents are forgotten', async () => {
  await bed.start();
  await new AcceptDocuments(bed.collaborators).run([note('a')]);
  await bed.idle();
  const adopted = physicalName('notes', 1);
  await bed.catalog.collections.change('notes', (present) => (present ? { set: { ...present, adopted } } : { keep: true }));
  expect(await new RemoveCollection(bed.collaborators).run('notes')).toMatchObject({ adopted, removed: false });
  await bed.idle();
  expect((await bed.engine.listCollections()).map(({ name }) => name)).toEqual([adopted]);
  expect(await bed.catalog.documents.count({ collection: 'notes', state: 'indexed' })).toBe(0);
});

it('loses everything when it is removed, and starts over in the next generation', async () => {
  await bed.start();
  const accept = new AcceptDocuments(bed.collaborators);
  await accept.run([note('a', { version: 9 })]);
  await bed.idle();
  await new RemoveCollection(bed.collaborators).run('notes');
  await bed.idle();
  expect(await bed.engine.listCollections()).toEqual([]);
  expect(await bed.catalog.documents.count({ collection: 'notes', state: 'indexed' })).toBe(0);
  expect(await accept.run([note('a', { version: 2 })])).toMatchObject([{ status: 'accepted', version: 2 }]);
  await bed.idle();
  expect(await bed.catalog.collections.get('notes')).toMatchObject({ generation: 2, epoch: 1, removed: false });
  expect((await bed.engine.listCollections()).map(({ name }) => name)).toEqual([physicalName('notes', 2)]);
  expect(await bed.texts('notes')).toEqual(['Text of a.']);
});

it('is removed and made anew where an engine it was moved from is configured no more', async () => {
  await bed.start();
  const { card } = await new EnsureCollection(bed.collaborators).run('notes');
  const previous = { generation: 1, engine: 'nobody', card, until: 0 };
  await bed.catalog.collections.change('notes', (present) => (present ? { set: { ...present, previous } } : { keep: true }));
  const accept = new AcceptDocuments(bed.collaborators);
  await accept.run([note('a')]);
  await bed.idle();
  await new RemoveCollection(bed.collaborators).run('notes');
  await bed.idle();
  expect(await bed.engine.listCollections()).toEqual([]);
  expect(await bed.catalog.documents.count({ collection: 'notes', state: 'indexed' })).toBe(0);
  await accept.run([note('b')]);
  await bed.idle();
  expect(await bed.texts('notes')).toEqual(['Text of b.']);
});

it('does not come back by jobs that were waiting when it was removed', async () => {
  await new AcceptDocuments(bed.collaborators).run([note('a'), note('b')]);
  await new RemoveCollection(bed.collaborators).run('notes');
  await bed.start();
  await bed.idle();
  const jobs = await bed.queues.list({ queue: ingestDocumentQueue.name, limit: 10 });
  expect(jobs.map(({ state, reason }) => [state, reason])).toEqual([
    ['skipped', 'superseded'],
    ['skipped', 'superseded'],
  ]);
  expect(await bed.engine.listCollections()).toEqual([]);
  expect(await bed.catalog.documents.count({ state: 'accepted' })).toBe(0);
});

it('refuses to mix vectors of two revisions of its model', async () => {
  await bed.start();
  await new EnsureCollection(bed.collaborators).run('notes');
  bed.provider.revision = 'another';
  await new AcceptDocuments(bed.collaborators).run([note('a')]);
  await bed.idle();
  expect(await bed.catalog.documents.get('notes/a')).toMatchObject({ state: 'failed', error: { code: 'COLLECTION.MODEL_CHANGED' } });
});

it('notices another revision of its model also after the clock was a year ahead and has been set back', async () => {
  const models = new CollectionModels(bed.collaborators);
  bed.clock.moveOn(365 * 86_400_000);
  const { revision } = await models.describe(bed.provider);
  bed.provider.revision = 'another';
  expect(await models.describe(bed.provider)).toMatchObject({ revision });
  bed.clock.moveOn(-365 * 86_400_000);
  expect(await models.describe(bed.provider)).toMatchObject({ revision: 'another' });
});
