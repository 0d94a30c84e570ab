import { ingestDocumentQueue, localOwner, type DeleteInput, type Filter, type IngestDocument, type Principal } from '@tributary/contracts';
import { Engines, type Engine } from '@tributary/engines-port';
import { replaced } from '@tributary/testing';
import { toErrorRecord, type ErrorRecord } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { DeleteDocuments } from './delete-documents.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
});
afterEach(() => bed.close());

const LONG = 'tells of the sea and of the ships that sail on it. '.repeat(9);

function note(id: string, over: Partial<IngestDocument> = {}): IngestDocument {
  return { v: 1, collection: 'notes', id, content: `Text of ${id}.`, ...over };
}

async function have(...documents: IngestDocument[]) {
  await new AcceptDocuments(bed.collaborators).run(documents);
  await bed.idle();
}

function remove(input: Partial<DeleteInput>, principal: Principal = localOwner) {
  return new DeleteDocuments(bed.collaborators).run({ dry_run: false, ...input }, { principal, signal: new AbortController().signal });
}

async function refusal(call: Promise<unknown>): Promise<ErrorRecord> {
  return call.then(() => Promise.reject(new Error('not refused')), toErrorRecord);
}

it('deletes whole documents by address, document id, point id and producer id', async () => {
  await have(note('a'), note('b'), note('c', { content: `One ${LONG}\n\nTwo ${LONG}` }), note('d'), note('e'));
  const point = (await bed.points('notes')).find(({ payload }) => payload.content.startsWith('Two'));
  const ids = ['tributary://notes/a#0', documentId('notes', 'b'), point?.id ?? '', 'd'];
  expect(await remove({ collection: 'notes', ids })).toMatchObject({ documents: 4, chunks: 5, dry_run: false });
  expect(await bed.texts('notes')).toEqual(['Text of e.']);
});

it('takes the id of a document and of a point in capitals, too', async () => {
  await have(note('a'), note('b'), note('c'));
  const point = (await bed.points('notes')).find(({ payload }) => payload.content === 'Text of b.');
  const ids = [documentId('notes', 'a'), point?.id ?? ''].map((id) => id.toUpperCase());
  const answer = await remove({ collection: 'notes', ids });
  expect(answer).toMatchObject({ documents: 2, chunks: 2 });
  expect(answer).not.toHaveProperty('notes');
  expect(await bed.texts('notes')).toEqual(['Text of c.']);
});

it('says which of the documents that were named are not there', async () => {
  await have(note('a'), note('b'));
  const gone = ['tributary://notes/a', 'tributary://notes/none.md', 'none'];
  expect(await remove({ collection: 'notes', ids: gone })).toMatchObject({
    documents: 1,
    notes: ['Nothing was there to delete: tributary://notes/none.md, tributary://notes/none. Search for it: every hit carries its uri.'],
  });
  expect(await remove({ ids: ['tributary://notes/a'], dry_run: true })).toEqual({
    documents: 0,
    chunks: 0,
    dry_run: true,
    notes: [expect.stringContaining('tributary://notes/a.')],
  });
  const [point] = await bed.points('notes');
  const found = await remove({ collection: 'notes', ids: [point?.id ?? ''] });
  expect(found).toMatchObject({ documents: 1 });
  expect(found).not.toHaveProperty('notes');
  expect((await remove({ collection: 'notes', ids: [documentId('notes', 'b')] })).notes).toHaveLength(1);
  expect((await remove({ collection: 'notes', ids: Array.from({ length: 12 }, (_, n) => `x${n.toString()}`) })).notes).toEqual([
    expect.stringMatching(/x9 and 2 more\. /),
  ]);
});

it('counts without deleting in a dry run', async () => {
  await have(note('a', { tags: ['old'] }), note('b'));
  const filter: Filter = { must: [{ key: 'tags', match: { value: 'old' } }] };
  expect(await remove({ collection: 'notes', filter, dry_run: true })).toMatchObject({ documents: 1, chunks: 1, dry_run: true });
  expect(await bed.texts('notes')).toHaveLength(2);
  expect(await remove({ collection: 'notes', filter })).toMatchObject({ documents: 1, chunks: 1, dry_run: false });
  expect(await bed.texts('notes')).toEqual(['Text of b.']);
});

it('refuses an empty filter and an unknown field, with the count', async () => {
  await have(note('a'), note('b'));
  for (const filter of [{}, { must: [] }, { must: [{ should: [] }] }]) {
    const refused = await refusal(remove({ collection: 'notes', filter }));
    expect([refused.code, refused.message]).toEqual(['DELETE.EMPTY_FILTER', expect.stringContaining('2 chunks')]);
  }
  const unknown = await refusal(remove({ collection: 'notes', filter: { must_not: [{ key: 'colour', match: { value: 'red' } }] } }));
  expect([unknown.code, unknown.message]).toEqual(['DELETE.UNKNOWN_FIELD', expect.stringContaining('2 chunks')]);
  expect(await bed.texts('notes')).toHaveLength(2);
  await remove({ ids: ['tributary://notes/b'] });
  expect((await refusal(remove({ collection: 'notes', filter: {} }))).message).toMatch(/fits 1 chunk: give a condition, such as {"must"/);
});

it('wants the exact number confirmed where more than 1,000 chunks would go', async () => {
  const content = Array.from({ length: 1001 }, (_, i) => `Paragraph ${i} ${LONG}`).join('\n\n');
  await have(note('long', { content }));
  const ids = ['tributary://notes/long'];
  const many = await refusal(remove({ ids }));
  expect([many.code, many.message]).toEqual(['DELETE.CONFIRM_REQUIRED', expect.stringContaining('1001')]);
  await expect(remove({ ids, confirm: 1000 })).rejects.toMatchObject({ code: 'DELETE.CONFIRM_REQUIRED' });
  expect(await remove({ ids, confirm: 1001 })).toMatchObject({ documents: 1, chunks: 1001 });
  expect(await bed.texts('notes')).toEqual([]);
});

it('deletes only what the caller may see, and knows no collection he may not read', async () => {
  await have(note('mine', { user_id: 'ann' }), note('hers', { user_id: 'eve' }), note('nobody', { acl: [] }), note('all'));
  const ann: Principal = { subject: 'ann', user_id: 'ann', groups: [], scopes: [], collections: ['notes'], unrestricted: false };
  const filter: Filter = { must: [{ key: 'type', match: { value: 'doc' } }] };
  expect(await remove({ collection: 'notes', filter }, ann)).toMatchObject({ documents: 2 });
  expect(await remove({ collection: 'notes', ids: ['tributary://notes/hers', 'nobody'] }, ann)).toMatchObject({ documents: 0 });
  expect(await bed.texts('notes')).toEqual(['Text of hers.', 'Text of nobody.']);
  await expect(remove({ collection: 'other', filter }, ann)).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
});

it('wins over an older write that is still in the queue', async () => {
  await have(note('a', { version: 5 }));
  await bed.stop();
  await new AcceptDocuments(bed.collaborators).run([note('a', { version: 6, content: 'Newer, accepted.' })]);
  await bed.queues.add(ingestDocumentQueue, note('a', { version: 7, content: 'Newer, only in the queue.' }));
  expect(await remove({ ids: ['tributary://notes/a'] })).toMatchObject({ documents: 1 });
  expect(await bed.texts('notes')).toEqual([]);
  await bed.start();
  await bed.idle();
  expect(await bed.texts('notes')).toEqual([]);
  expect(await bed.catalog.documents.get('notes/a')).toMatchObject({ state: 'deleted' });
});

it('deletes what is accepted and not indexed yet', async () => {
  await have(note('other'));
  await bed.stop();
  await new AcceptDocuments(bed.collaborators).run([note('a'), note('b')]);
  expect(await remove({ collection: 'notes', ids: ['tributary://notes/a', documentId('notes', 'b')] })).toMatchObject({
    documents: 2,
    chunks: 0,
    dry_run: false,
  });
  await bed.start();
  await bed.idle();
  expect(await bed.texts('notes')).toEqual(['Text of other.']);
});

it('asks for the collection where ids or a filter do not say it', async () => {
  await expect(remove({ ids: ['a'] })).rejects.toMatchObject({ code: 'DELETE.COLLECTION_REQUIRED' });
  await expect(remove({ filter: { must: [{ key: 'type', match: { value: 'doc' } }] } })).rejects.toMatchObject({
    code: 'DELETE.COLLECTION_REQUIRED',
  });
});

it('finds a document that is indexed while it looks', async () => {
  await bed.stop();
  await new AcceptDocuments(bed.collaborators).run([note('a')]);
  let looks = 0;
  const findDocuments: Engine['findDocuments'] = async (...args) => {
    const answer = await bed.engine.findDocuments(...args);
    if (looks++ === 0) {
      await bed.start();
      await bed.idle();
    }
    return answer;
  };
  const slow = replaced(bed.engine, { findDocuments });
  const { catalog, ...others } = bed.collaborators;
  const context = { principal: localOwner, signal: new AbortController().signal };
  const collaborators = { ...others, catalog, engines: new Engines(slow) };
  expect(await new DeleteDocuments(collaborators).run({ collection: 'notes', ids: ['a'], dry_run: false }, context)).toMatchObject({
    documents: 1,
  });
  expect(await bed.texts('notes')).toEqual([]);
});
