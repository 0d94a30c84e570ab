import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

const PARAGRAPH = 'tells of the sea and of the ships that sail on it, of harbours and of the tide. '.repeat(6);

function bookOf(paragraphs: number, from = 0): string {
  return Array.from({ length: paragraphs }, (_, i) => `Paragraph ${from + i} ${PARAGRAPH}`).join('\n\n');
}

it('indexes a document of 2,000 chunks as one, in parts of at most 256', async () => {
  await bed.start();
  await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'books', id: 'long', content: bookOf(2000) }]);
  await bed.idle();
  const points = await bed.points('books');
  expect(points).toHaveLength(2000);
  expect(points.every(({ payload, vector }) => payload.total_chunks === 2000 && vector !== undefined)).toBe(true);
  expect(new Set(points.map(({ payload }) => payload.chunk_index)).size).toBe(2000);
  const jobs = await bed.queues.list({ queue: 'embed-chunks', limit: 100 });
  expect(jobs).toHaveLength(8);
  expect(bed.provider.texts).toHaveLength(2000);
  for (const kind of ['staged', 'staged-mark']) expect(await bed.engine.records.count({ kind })).toBe(0);
});

it('embeds only what is new when a big document grows', async () => {
  await bed.start();
  const accept = new AcceptDocuments(bed.collaborators);
  await accept.run([{ v: 1, collection: 'books', id: 'long', content: bookOf(600) }]);
  await bed.idle();
  bed.provider.texts.length = 0;
  await accept.run([{ v: 1, collection: 'books', id: 'long', content: bookOf(605) }]);
  await bed.idle();
  expect(await bed.points('books')).toHaveLength(605);
  expect(bed.provider.texts).toHaveLength(5);
});

it('never shows a part of it, and drops the parts of a version that was overtaken', async () => {
  let seen = 0;
  const refused = new Error('out of order');
  await bed.start();
  const accept = new AcceptDocuments(bed.collaborators);
  bed.provider.refuse = (text) => (text.includes('Paragraph 599 ') && seen++ < 2 ? refused : undefined);
  await accept.run([{ v: 1, collection: 'books', id: 'long', version: 1, content: bookOf(600) }]);
  await accept.run([{ v: 1, collection: 'books', id: 'long', version: 2, content: 'A short text instead.' }]);
  await bed.idle();
  expect(await bed.texts('books')).toEqual(['A short text instead.']);
  expect(await bed.engine.records.count({ kind: 'staged' })).toBe(0);
});

it('indexes a document without text, as earlier versions accepted it, with no points', async () => {
  await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'books', id: 'empty', content: 'A text.' }]);
  await bed.catalog.documents.change('books/empty', (present) =>
    present?.pending === undefined ? { keep: true } : { set: { ...present, pending: { ...present.pending, content: ' \n ' } } },
  );
  await bed.start();
  await bed.idle();
  expect(await bed.catalog.documents.get('books/empty')).toMatchObject({ state: 'indexed', chunks: 0 });
  expect(await bed.points('books')).toEqual([]);
});
