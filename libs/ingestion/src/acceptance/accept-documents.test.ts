import type { IngestDocument } from '@tributary/contracts';
import { replaced } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QueuesAway } from '../testbed/queues-away.fixture.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Sweep } from '../upkeep/sweep.use-case.js';
import { AcceptDocuments } from './accept-documents.use-case.js';

let bed: Testbed;
let accept: AcceptDocuments;
beforeEach(async () => {
  bed = await Testbed.open();
  accept = new AcceptDocuments(bed.collaborators);
});
afterEach(() => bed.close());

function document(id: string, content: string, over: Partial<IngestDocument> = {}): IngestDocument {
  return { v: 1, collection: 'notes', id, content, ...over };
}

it('has the row with its text in the catalog, and one job, when it answers', async () => {
  const [outcome] = await accept.run([document('a', 'A text.', { version: 3 })]);
  expect(outcome).toMatchObject({ id: 'a', collection: 'notes', status: 'accepted', version: 3 });
  const row = await bed.catalog.documents.get('notes/a');
  expect(row).toMatchObject({ state: 'accepted', version: 3, pending: { content: 'A text.' } });
  expect((await bed.queues.list({ limit: 10 })).map(({ queue, state }) => [queue, state])).toEqual([['ingest-document', 'waiting']]);
});

it('answers each document in order and lets a bad one cost only itself', async () => {
  const outcomes = await accept.run([
    document('a', 'one'),
    { v: 1, collection: 'notes', id: 'b' },
    document('c', 'three', { collection: 'not a name' }),
    document('d', 'four', { metadata: { big: 'x'.repeat(300 * 1024) } }),
    document('e', 'x'.repeat(21 * 1024 * 1024)),
    document('a', 'one'),
  ]);
  expect(outcomes.map(({ id, status, error }) => [id, status, error?.code])).toEqual([
    ['a', 'accepted', undefined],
    ['b', 'refused', 'DOCUMENT.NO_CONTENT'],
    ['c', 'refused', 'DOCUMENT.INVALID'],
    ['d', 'refused', 'DOCUMENT.METADATA_TOO_LARGE'],
    ['e', 'refused', 'DOCUMENT.TOO_LARGE'],
    ['a', 'unchanged', undefined],
  ]);
});

it('keeps tags as they are filtered by: without blanks around them, none empty, each once', async () => {
  await bed.start();
  const [first, again] = await accept.run([
    document('a', 'A text.', { tags: ['fruit ', '', ' work/rent', 'fruit', ' '] }),
    document('a', 'A text.', { tags: ['fruit', 'work/rent'] }),
  ]);
  await bed.idle();
  expect([first?.status, again?.status]).toEqual(['accepted', 'unchanged']);
  expect((await bed.points('notes')).map(({ payload }) => payload.tags)).toEqual([['fruit', 'work/rent']]);
});

it('has the first of many at work before the others are taken in', async () => {
  const rowsAtAdd: number[] = [];
  const noting = replaced(bed.queues, {
    addMany: async (...added) => {
      rowsAtAdd.push(await bed.catalog.documents.count());
      return bed.queues.addMany(...added);
    },
  });
  const outcomes = await new AcceptDocuments({ ...bed.collaborators, queues: noting }).run(
    Array.from({ length: 400 }, (_, n) => document(n.toString(), `Text ${n.toString()}.`)),
  );
  expect(outcomes.map(({ id, status }) => [id, status])).toEqual(Array.from({ length: 400 }, (_, n) => [n.toString(), 'accepted']));
  expect(rowsAtAdd).toEqual([50, 150, 350, 400]);
});

it('resolves duplicates of one batch by version and adds one job', async () => {
  const outcomes = await accept.run([
    document('a', 'two', { version: 2 }),
    document('a', 'three', { version: 3 }),
    document('a', 'one', { version: 1 }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'superseded']);
  expect(await bed.catalog.documents.get('notes/a')).toMatchObject({ version: 3, pending: { content: 'three' } });
  expect(await bed.queues.list({ limit: 10 })).toHaveLength(1);
});

it('assigns the versions of a batch in its order', async () => {
  const outcomes = await accept.run(['a', 'b', 'c', 'd'].map((id) => document(id, `The text of ${id}.`)));
  const versions = outcomes.map(({ version }) => version ?? 0);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(new Set(versions).size).toBe(4);
});

it('assigns the versions of a batch after those of the batch before, however soon it comes', async () => {
  const atOnce = new AcceptDocuments({ ...bed.collaborators, clock: { now: () => 1_000 } });
  const batches = [await atOnce.run(['d', 'c'].map((id) => document(id, id))), await atOnce.run(['b', 'a'].map((id) => document(id, id)))];
  expect(batches.flat().map(({ version }) => version)).toEqual([1_000, 1_001, 1_002, 1_003]);
});

it('assigns growing versions where none is given', async () => {
  const [first] = await accept.run([document('a', 'one')]);
  const [second] = await accept.run([document('a', 'two')]);
  expect(second?.version).toBeGreaterThan(first?.version ?? Infinity);
});

it('acknowledges what the catalog has while the queue is away; the sweep adds the job', async () => {
  const cut = new AcceptDocuments({ ...bed.collaborators, queues: new QueuesAway() });
  expect(await cut.run([document('a', 'one')])).toMatchObject([{ status: 'accepted' }]);
  await new Sweep(bed.collaborators).run({ olderThanMs: 0 });
  await bed.start();
  await bed.idle();
  expect(await bed.texts('notes')).toEqual(['one']);
});

it('encodes keys, so that every id has one address', async () => {
  await accept.run([document('a:b#c/é', 'text')]);
  expect(await bed.catalog.documents.get('notes/a%3Ab%23c/é')).toBeDefined();
});
