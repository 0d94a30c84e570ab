import { ingestDocumentQueue, localOwner } from '@tributary/contracts';
import { Catalog, Engines, physicalName, readableCollections } from '@tributary/engines-port';
import { permanent, retryable } from '@tributary/kernel';
import { replaced } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import { RemoveCollection } from '../collections/remove-collection.use-case.js';
import { DeleteDocuments } from '../delete-documents/delete-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Sweep } from './sweep.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
});
afterEach(() => bed.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function note(collection: string, id = 'a') {
  return { v: 1 as const, collection, id, content: `Text of ${id} in ${collection}.` };
}

async function makeAndRemove(...names: readonly string[]): Promise<void> {
  await new AcceptDocuments(bed.collaborators).run(names.map((name) => note(name)));
  await bed.idle();
  for (const name of names) await new RemoveCollection(bed.collaborators).run(name);
  await bed.idle();
}

/** What comes with time: sweeps by a clock that is ahead. */
async function sweepAfter(ms: number): Promise<void> {
  const clock = { now: () => Date.now() + ms };
  await new Sweep({ ...bed.collaborators, clock }).run({ olderThanMs: 0 });
  await bed.idle();
}

it('forgets removed collections after a month, with the rows of their documents', async () => {
  const context = { principal: localOwner, signal: new AbortController().signal };
  await new AcceptDocuments(bed.collaborators).run([note('one'), note('one', 'deleted-before')]);
  await bed.idle();
  await new DeleteDocuments(bed.collaborators).run({ ids: ['tributary://one/deleted-before'], dry_run: false }, context);
  // It remembers its file, as those of sources do.
  const file = { path: 'a.md', size: 1, mtime_ms: 1 };
  await bed.catalog.documents.change('one/deleted-before', (row) => (row === undefined ? { keep: true } : { set: { ...row, file } }));
  await makeAndRemove('one', 'two');
  await new EnsureCollection(bed.collaborators).run('kept');
  await sweepAfter(2 * HOUR_MS);
  await sweepAfter(30 * DAY_MS);
  expect(await bed.catalog.collections.count()).toBe(3);
  await sweepAfter(32 * DAY_MS);
  await sweepAfter(32 * DAY_MS);
  expect(await bed.catalog.collections.count()).toBe(1);
  expect(await bed.catalog.documents.count()).toBe(0);
});

it('reads none of them for a search or a list, once nothing of them is left', async () => {
  await makeAndRemove('one', 'two', 'three');
  await new EnsureCollection(bed.collaborators).run('kept');
  const read = async () => {
    let rows = 0;
    const records = replaced(bed.engine.records, {
      get: (kind, keys) => {
        rows += keys.length;
        return bed.engine.records.get(kind, keys);
      },
    });
    const { records: found } = await readableCollections({ catalog: new Catalog(records) }, localOwner);
    expect(found.map(({ name }) => name)).toEqual(['kept']);
    return rows;
  };
  await sweepAfter(0);
  expect(await read()).toBe(4);
  await sweepAfter(2 * HOUR_MS);
  expect(await read()).toBe(1);
});

it('begins anew above all that was forgotten, so that no job of before is one of it', async () => {
  await makeAndRemove('notes');
  await sweepAfter(2 * HOUR_MS);
  await sweepAfter(32 * DAY_MS);
  await sweepAfter(32 * DAY_MS);
  expect(await bed.catalog.collections.get('notes')).toBeUndefined();
  await bed.queues.add(ingestDocumentQueue, { ...note('notes', 'b'), epoch: 0 });
  await bed.idle();
  expect(await bed.catalog.collections.get('notes')).toBeUndefined();
  const record = await new EnsureCollection(bed.collaborators).run('notes');
  expect(record).toMatchObject({ epoch: 1, generation: 2, removed: false });
  await bed.queues.add(ingestDocumentQueue, { ...note('notes', 'b'), epoch: 0 });
  await new AcceptDocuments(bed.collaborators).run([note('notes', 'c')]);
  await bed.idle();
  expect(await bed.texts('notes')).toEqual(['Text of c in notes.']);
});

it('keeps one that comes back within the month, with its numbers', async () => {
  await makeAndRemove('notes');
  await sweepAfter(2 * HOUR_MS);
  await new AcceptDocuments(bed.collaborators).run([note('notes', 'b')]);
  await bed.idle();
  await sweepAfter(32 * DAY_MS);
  expect(await bed.catalog.collections.get('notes')).toMatchObject({ epoch: 1, generation: 2, removed: false });
  const { records } = await readableCollections({ catalog: bed.catalog }, localOwner);
  expect(records.map(({ name, removed_at: at, settled }) => [name, at, settled])).toEqual([['notes', undefined, undefined]]);
});

it('lists one again that an earlier version made anew', async () => {
  await makeAndRemove('notes');
  await sweepAfter(2 * HOUR_MS);
  const [before] = await bed.engine.records.get('collection', ['notes']);
  // It keeps fields that it does not know.
  await bed.engine.records.put([{ kind: 'collection', key: 'notes', value: { ...before?.value, removed: false } }]);
  await sweepAfter(2 * HOUR_MS);
  const { records } = await readableCollections({ catalog: bed.catalog }, localOwner);
  expect(records.map(({ name }) => name)).toEqual(['notes']);
});

it('purges what a sync still accepts for one that lists leave out already', async () => {
  await makeAndRemove('notes');
  await sweepAfter(2 * HOUR_MS);
  const late = { collection: 'notes', key: 'late', doc_id: 'd', version: 1, hash: '', source: 's', epoch: 0, chunks: 0, title: '' };
  await bed.catalog.documents.change('notes/late', () => ({ set: { ...late, state: 'accepted', accepted_at: Date.now() } }));
  await sweepAfter(2 * HOUR_MS);
  expect(await bed.catalog.documents.get('notes/late')).toMatchObject({ state: 'deleted' });
});

it('keeps the record of one of which an engine still has something, or cannot say', async () => {
  await makeAndRemove('notes');
  await sweepAfter(2 * HOUR_MS);
  const record = await bed.catalog.collections.get('notes');
  if (record === undefined) throw new Error('no record');
  await bed.engine.createCollection(physicalName('notes', 1), record.card);
  await sweepAfter(32 * DAY_MS);
  await sweepAfter(32 * DAY_MS);
  expect(await bed.catalog.collections.get('notes')).toMatchObject({ removed: true });
  const silent = replaced(bed.engine, { listCollections: () => Promise.reject(away()) });
  await bed.engine.dropCollection(physicalName('notes', 1));
  const clock = { now: () => Date.now() + 32 * DAY_MS };
  await new Sweep({ ...bed.collaborators, engines: new Engines(silent), clock }).run({ olderThanMs: 0 });
  expect(await bed.catalog.collections.get('notes')).toMatchObject({ removed: true });
});

it('holds nothing up where an engine answers what is no list', async () => {
  await makeAndRemove('old', 'notes');
  await sweepAfter(2 * HOUR_MS);
  const late = { collection: 'notes', key: 'late', doc_id: 'd', version: 1, hash: '', source: 's', epoch: 0, chunks: 0, title: '' };
  await bed.catalog.documents.change('notes/late', () => ({ set: { ...late, state: 'accepted', accepted_at: Date.now() } }));
  const wrong = replaced(bed.engine, { listCollections: () => Promise.reject(permanent('ENGINE.NOT_QDRANT', 'A proxy answered.')) });
  const clock = { now: () => Date.now() + 32 * DAY_MS };
  const sweep = new Sweep({ ...bed.collaborators, engines: new Engines(wrong), clock });
  // What is wrong with the engine is told, when all else is done.
  await expect(sweep.run({ olderThanMs: 0 })).rejects.toMatchObject({ code: 'ENGINE.NOT_QDRANT' });
  await bed.idle();
  expect(await bed.catalog.documents.get('notes/late')).toMatchObject({ state: 'deleted' });
});

function away() {
  return retryable('ENGINE.UNAVAILABLE', 'Nobody answers.', { category: 'unavailable' });
}
