import type { MemoryEngine } from '@tributary/engines-port/memory';
import { documentId } from '@tributary/kernel/ids';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { DocumentRemoval } from '../documents/document-removal.js';
import type { Testbed } from '../testbed/testbed.fixture.js';
import { Examine } from './examine.use-case.js';
import { MAIN, openTwoEngines, THERE, WEEK_MS } from './two-engines.fixture.js';

let bed: Testbed;
let q: MemoryEngine;
let parts: Collaborators;
beforeEach(async () => {
  ({ bed, q, parts } = await openTwoEngines());
});
afterEach(() => bed.close());

interface Given {
  readonly id: string;
  readonly content: string;
  readonly version: number;
  readonly acl?: string[];
  readonly point_id?: string;
}

async function give(...documents: readonly Given[]) {
  const answers = await new AcceptDocuments(parts).run(documents.map((document) => ({ v: 1 as const, collection: 'notes', ...document })));
  await bed.idle();
  return answers.map(({ status }) => status);
}

const examine = (repair = true) => new Examine(parts).run({ repair }, AbortSignal.timeout(60_000));
const rowOf = (id: string) => bed.catalog.documents.get(`notes/${id}`);

async function textsIn(engine: MemoryEngine | Testbed['engine'], name: string): Promise<readonly string[]> {
  const { points } = await engine.scroll({ collection: name, limit: 500 });
  return points.map(({ payload }) => payload.content).toSorted();
}

async function change(news: object): Promise<void> {
  await bed.catalog.collections.change('notes', (present) => (present === undefined ? { keep: true } : { set: { ...present, ...news } }));
}

async function createThere(): Promise<void> {
  const record = await bed.catalog.collections.get('notes');
  if (record === undefined) throw new Error('no notes');
  await q.createCollection(THERE, record.card);
}

/** As after a move to q, where nothing has arrived. */
async function move(): Promise<void> {
  await createThere();
  const card = (await q.getCollection(THERE))?.card;
  await change({ engine: 'q', generation: 2, previous: { engine: 'main', generation: 1, card, until: bed.clock.now() + WEEK_MS } });
}

/** A version of a document that q alone holds. */
async function writeThere(key: string, { content, version }: Pick<Given, 'content' | 'version'>): Promise<void> {
  const docId = documentId('notes', key);
  const { points } = await bed.engine.scroll({ collection: MAIN, limit: 500 });
  const own = points
    .filter(({ payload }) => payload.doc_id === docId)
    .map((point) => ({ ...point, payload: { ...point.payload, content, doc_version: version } }));
  await q.writeDocument({ collection: THERE, docId, key, version, hash: 'abc', points: own });
}

async function deleteAsOf(id: string, version: number): Promise<void> {
  const row = await rowOf(id);
  const record = await bed.catalog.collections.get('notes');
  if (row === undefined || record === undefined) throw new Error('not there');
  const { indexed_at: _before, ...rest } = row;
  const deleted = { ...rest, version, state: 'deleted' as const, hash: '', chunks: 0, title: '' };
  await bed.catalog.documents.change(`notes/${id}`, () => ({ set: deleted }));
  await new DocumentRemoval(parts).apply(record, [deleted]);
}

/** Deletes rows of points below documents that stay noted. */
function losePoints(where = '1 = 1'): void {
  const database = new DatabaseSync(join(bed.folder, 'store.db'));
  database.exec(`DELETE FROM points WHERE ${where}`);
  database.close();
}

it('keeps what was given again after a delete that a restored catalog still knows', async () => {
  await give({ id: 'x', content: 'Old.', version: 40 }, { id: 'y', content: 'Other.', version: 1 });
  await createThere();
  await writeThere('x', { content: 'Given again.', version: 100 });
  await deleteAsOf('x', 50);
  expect(await examine()).toMatchObject({ remaining: 0 });
  expect(await examine()).toMatchObject({ found: 0 });
  expect(await textsIn(bed.engine, MAIN)).toEqual(['Given again.', 'Other.']);
  expect(await rowOf('x')).toMatchObject({ state: 'indexed', version: 100, chunks: 1 });
  expect(await q.listCollections()).toEqual([]);
});

it('does not bring back for everybody what only some may read by now', async () => {
  await give({ id: 'x', content: 'Salary 5.', version: 5 }, { id: 'y', content: 'Plain.', version: 5 });
  await move();
  await give({ id: 'x', content: 'Salary 7.', version: 7, acl: ['user:alice'] });
  await q.dropCollection(THERE);
  const { left } = await examine();
  expect(left).toEqual([]);
  expect(await textsIn(q, THERE)).toEqual(['Plain.']);
  expect(await rowOf('x')).toMatchObject({ state: 'failed', error: { code: 'DOCUMENT.POINTS_LOST' }, access: { acl: ['user:alice'] } });
});

it('makes a collection of one user known to whoever may read what is taken over', async () => {
  await give({ id: 'x', content: 'Salary 7.', version: 7, acl: ['user:alice'] });
  await change({ known_to: ['user:bob'] });
  await createThere();
  await writeThere('x', { content: 'Salary 9.', version: 9 });
  await deleteAsOf('x', 8);
  expect(await examine()).toMatchObject({ remaining: 0 });
  expect(await textsIn(bed.engine, MAIN)).toEqual(['Salary 9.']);
  expect((await bed.catalog.collections.get('notes'))?.known_to).toEqual(['user:bob', 'user:alice']);
});

it('takes over nothing of what was in a collection of the name before it was removed', async () => {
  await give({ id: 'x', content: 'Of the collection made again.', version: 3 });
  await change({ last: 2 });
  await createThere();
  await writeThere('x', { content: 'Of the removed one.', version: 9 });
  expect(await examine()).toMatchObject({ remaining: 0 });
  expect(await textsIn(bed.engine, MAIN)).toEqual(['Of the collection made again.']);
  expect(await rowOf('x')).toMatchObject({ version: 3, state: 'indexed' });
});

it('names what is kept only in part as lost, and takes over the rest', async () => {
  const long = Array.from({ length: 60 }, (_, n) => `Sentence number ${n.toString()} speaks of something that takes some room.`).join(' ');
  await give({ id: 'x', content: long, version: 5 }, { id: 'y', content: 'Whole.', version: 5 });
  await move();
  losePoints(`slot = (SELECT max(slot) FROM points WHERE json_extract(payload, '$.total_chunks') > 1)`);
  await examine();
  expect(await textsIn(q, THERE)).toEqual(['Whole.']);
  expect(await rowOf('x')).toMatchObject({ state: 'failed', error: { code: 'DOCUMENT.POINTS_LOST' } });
  expect(await give({ id: 'x', content: long, version: 5 })).toEqual(['accepted']);
  expect(await rowOf('x')).toMatchObject({ state: 'indexed' });
  expect(await examine()).toMatchObject({ remaining: 0 });
});

it('lets the next version of the producer win over what was taken over below a version of our own', async () => {
  await give(...['a', 'b', 'c', 'd'].map((id) => ({ id, content: `Note ${id}.`, version: 5 })));
  await move();
  for (const id of ['a', 'b', 'c', 'd']) {
    const [fence] = await bed.engine.fences(MAIN, [documentId('notes', id)]);
    await q.writeDocument({ collection: THERE, docId: documentId('notes', id), key: id, version: 5, hash: fence?.hash ?? '', points: [] });
  }
  expect(await examine()).toMatchObject({ remaining: 0 });
  expect(await textsIn(q, THERE)).toEqual(['Note a.', 'Note b.', 'Note c.', 'Note d.']);
  const next = ['a', 'b', 'c', 'd'].map((id) => ({ id, content: `Changed ${id}.`, version: 6 }));
  expect(await give(...next)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
  expect(await textsIn(q, THERE)).toEqual(next.map(({ content }) => content));
});

it('takes over all others, and names the document, where one cannot be written', async () => {
  const point_id = '6f1c6f0e-5d9c-4d5e-9a39-0d4a4c6f8a11';
  await give({ id: 'a', content: 'Before.', version: 5, point_id }, { id: 'y', content: 'Other.', version: 5 });
  await createThere();
  await writeThere('a', { content: 'Before.', version: 6 });
  await writeThere('y', { content: 'Other.', version: 6 });
  await bed.engine.dropCollection(MAIN);
  await give({ id: 'z', content: 'After.', version: 5, point_id });
  const { left } = await examine();
  expect(left.map(({ detail }) => detail)).toEqual([expect.stringMatching(/ Could not be taken over: a \(.*has the same id.*\)\.$/)]);
  expect(await textsIn(bed.engine, MAIN)).toEqual(['After.', 'Other.']);
  expect(await rowOf('a')).toMatchObject({ state: 'failed', error: { code: 'DOCUMENT.POINTS_LOST' } });
});
