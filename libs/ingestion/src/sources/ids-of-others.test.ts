import { join } from 'node:path';
import { localOwner, syncLocalQueue, type SourceKind } from '@tributary/contracts';
import { FolderReader } from '@tributary/sources-folder';
import { noteReaders } from '@tributary/sources-notes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { DeleteDocuments } from '../delete-documents/delete-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { MemoryPages } from './memory-pages.fixture.js';
import { AddSource } from './registering/add-source.use-case.js';
import { RemoveSource } from './removal/remove-source.use-case.js';
import { SummariseSource } from './state/summarise-source.js';

let bed: Testbed;
let parts: Collaborators;
let pages: MemoryPages;
beforeEach(async () => {
  bed = await Testbed.open();
  pages = new MemoryPages();
  parts = { ...bed.collaborators, readers: { ...bed.collaborators.readers, ...noteReaders(new FolderReader()), web: pages } };
  await bed.start(parts);
});
afterEach(() => bed.close());

const linesOf = (by: string, ids: readonly number[]) =>
  ids.map((id) => `${JSON.stringify({ id, text: `Note ${id.toString()} of ${by}.` })}\n`).join('');

async function add(path: string, kind?: SourceKind, name?: string) {
  const { sourceId } = await new AddSource(parts).run({ location: join(bed.folder, path), kind, name, collection: 'all' });
  await bed.idle();
  return sourceId;
}

async function sync(source_id: string) {
  await bed.queues.add(syncLocalQueue, { source_id });
  await bed.idle();
}

const remove = async (sourceId: string, keepDocuments = false) => {
  await new RemoveSource(parts).run({ sourceId, keepDocuments });
  await bed.idle();
};
const deleteByHand = (id: string) =>
  new DeleteDocuments(parts).run(
    { ids: [`tributary://all/${id}`], dry_run: false },
    { principal: localOwner, signal: new AbortController().signal },
  );
const summaryOf = (id: string) => new SummariseSource(bed.collaborators).run(id);
const texts = () => bed.texts('all');
const handIn = (id: string, content: string, version: number) =>
  new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'all', id, content, version }]);

describe('two files of JSON Lines with the same ids in one collection', () => {
  let first: string;
  let second: string;
  beforeEach(async () => {
    await bed.write('a.jsonl', linesOf('a', [1, 2, 3]));
    await bed.write('b.jsonl', linesOf('b', [1, 2, 4]));
    first = await add('a.jsonl', 'jsonl');
    second = await add('b.jsonl', 'jsonl');
  });

  it('leave each other’s notes alone, however often they are synced, and name what is left out', async () => {
    const all = ['Note 1 of a.', 'Note 2 of a.', 'Note 3 of a.', 'Note 4 of b.'];
    expect(await texts()).toEqual(all);
    const summary = await summaryOf(second);
    expect(summary).toMatchObject({
      documents: 1,
      last_sync: { added: 1, skipped: { 'id-taken': 2 }, examples: { 'id-taken': ['1', '2'] } },
    });
    expect(summary?.notes?.join()).toMatch(/2 documents were left out.*another source.*--collection/);
    for (const id of [first, second, first, second]) await sync(id);
    expect(await texts()).toEqual(all);
    expect(await summaryOf(first)).toMatchObject({ documents: 3, last_sync: { unchanged: 3, skipped: {} } });
  });

  it('take up what the other one no longer has, or left when it was removed', async () => {
    await bed.write('a.jsonl', linesOf('a', [2]));
    await sync(first);
    expect(await texts()).toEqual(['Note 1 of b.', 'Note 2 of a.', 'Note 4 of b.']);
    await remove(first);
    expect(await texts()).toEqual(['Note 1 of b.', 'Note 2 of b.', 'Note 4 of b.']);
    expect((await summaryOf(second))?.last_sync?.skipped).toEqual({});
  });

  it('are known again as they stayed when their file was removed, so that a line that goes from it is gone', async () => {
    await remove(first, true);
    const again = await add('a.jsonl', 'jsonl', 'journal');
    expect(await summaryOf(again)).toMatchObject({ documents: 3, last_sync: { added: 3, skipped: {} } });
    const rows = await bed.catalog.documents.getMany(['all/1', 'all/3']);
    for (const row of rows) {
      expect(row).toMatchObject({ source: again, state: 'indexed' });
      expect(row).not.toHaveProperty('left');
    }
    await bed.write('a.jsonl', linesOf('a', [1, 2]));
    await sync(again);
    expect(await texts()).toEqual(['Note 1 of a.', 'Note 2 of a.', 'Note 4 of b.']);
  });

  it('have their own again where they stayed when the file was removed, also under another name', async () => {
    await remove(first, true);
    await bed.write('a.jsonl', linesOf('A', [1, 2, 3]));
    await sync(second);
    expect(await texts()).toContain('Note 1 of a.');
    expect(await summaryOf(await add('a.jsonl', 'jsonl', 'journal'))).toMatchObject({ documents: 3, last_sync: { added: 3, skipped: {} } });
    expect(await texts()).toEqual(['Note 1 of A.', 'Note 2 of A.', 'Note 3 of A.', 'Note 4 of b.']);
  });
});

it('a line that a person deleted stays away from all files that say the same, and comes with another text or when its file is removed', async () => {
  for (const name of ['p', 'q']) await bed.write(`${name}.jsonl`, linesOf('both', [1, 2]));
  const [p, q] = [await add('p.jsonl', 'jsonl'), await add('q.jsonl', 'jsonl')];
  await deleteByHand('1');
  for (const id of [q, p, q]) await sync(id);
  expect(await texts()).toEqual(['Note 2 of both.']);
  const left = await summaryOf(q);
  expect(left).toMatchObject({ documents: 0, skipped: { 'deleted-of-another': 1, 'id-taken': 1 } });
  expect(left?.notes?.join()).toMatch(/^1 document was left out: the same content was deleted by hand from another source/);
  expect(left?.notes?.join()).not.toContain(q);
  const notes = (await summaryOf(p))?.notes?.join();
  expect(notes).toMatch(/^1 document was deleted by hand and stays out/);
  expect(notes).toContain(`sources remove ${p} --keep-documents`);
  await bed.write('q.jsonl', linesOf('q', [1]));
  await sync(q);
  expect(await texts()).toEqual(['Note 1 of q.', 'Note 2 of both.']);
  await bed.write('q.jsonl', linesOf('both', [1, 2]));
  await sync(q);
  await deleteByHand('2');
  await remove(p);
  await sync(q);
  expect(await texts()).toEqual(['Note 1 of both.', 'Note 2 of both.']);
});

it('a line that a person deleted stays away where a text without anything to read is refused under its id', async () => {
  await bed.write('p.jsonl', linesOf('p', [1, 2]));
  const p = await add('p.jsonl', 'jsonl');
  await deleteByHand('1');
  const version = Number.MAX_SAFE_INTEGER - 1;
  expect(await handIn('1', ' ', version)).toMatchObject([{ status: 'refused', error: { code: 'DOCUMENT.NO_TEXT' } }]);
  expect(await handIn('1', 'An older text.', version - 1)).toMatchObject([{ status: 'superseded' }]);
  for (const text of ['p', 'p ']) {
    await bed.write('p.jsonl', linesOf(text.trim(), [1, 2]) + '\n'.repeat(text.length));
    await sync(p);
  }
  expect(await texts()).toEqual(['Note 2 of p.']);
  expect(await summaryOf(p)).toMatchObject({ documents: 1, skipped: { deleted: 1 } });
});

it('a note of one folder of Bear is not replaced by the note of that name of another one', async () => {
  await bed.write('home/Todo.md', 'Buy bread.');
  await bed.write('work/Todo.md', 'Write the report.');
  const home = await add('home', 'bear');
  const work = await add('work', 'bear');
  expect(await texts()).toEqual(['Buy bread.']);
  expect(await summaryOf(home)).toMatchObject({ documents: 1 });
  expect(await summaryOf(work)).toMatchObject({ documents: 0, skipped: { 'id-taken': 1 } });
});

it('a document that was handed in is not replaced by the file of a folder, and goes on with its producer', async () => {
  await handIn('docs9/readme.md', 'By its producer.', 7);
  await bed.idle();
  await bed.write('docs9/readme.md', 'In the folder.');
  const folder = await add('docs9');
  expect(await texts()).toEqual(['By its producer.']);
  expect(await summaryOf(folder)).toMatchObject({ documents: 0, skipped: { 'id-taken': 1 } });
  expect(await handIn('docs9/readme.md', 'By its producer, again.', 8)).toMatchObject([{ status: 'accepted', version: 8 }]);
  await bed.idle();
  await sync(folder);
  expect(await texts()).toEqual(['By its producer, again.']);
});

it('a line with an address as its id is not replaced by the page of that address, nor the page by the line', async () => {
  const [mine, theirs] = ['https://example.org/a', 'https://example.org/b'];
  await bed.write('dump.jsonl', `${JSON.stringify({ id: mine, text: 'The line of a.' })}\n`);
  const dump = await add('dump.jsonl', 'jsonl');
  pages.pages.set(mine, 'The page a.');
  pages.pages.set(theirs, 'The page b.');
  const { sourceId: site } = await new AddSource(parts).run({ location: 'https://example.org/', collection: 'all' });
  await bed.idle();
  await bed.write('dump.jsonl', [mine, theirs].map((id) => `${JSON.stringify({ id, text: 'A line.' })}\n`).join(''));
  await sync(dump);
  expect(await texts()).toEqual(['A line.', 'The page b.']);
  expect(await summaryOf(dump)).toMatchObject({ documents: 1, skipped: { 'id-taken': 1 } });
  expect(await summaryOf(site)).toMatchObject({ documents: 1, skipped: { 'id-taken': 1 } });
  pages.lastSettings = 'not looked at';
  await bed.write('dump.jsonl', `${JSON.stringify({ id: mine, text: 'A line.' })}\n${JSON.stringify({ id: 5, text: 'Short.' })}\n`);
  await sync(dump);
  await bed.write('dump.jsonl', `${JSON.stringify({ id: mine, text: 'A line.' })}\n`);
  await sync(dump);
  // What went could be no page.
  expect(pages.lastSettings).toBe('not looked at');
  await bed.write('dump.jsonl', linesOf('dump', [5]));
  await sync(dump);
  expect(await texts()).toEqual(['Note 5 of dump.', 'The page a.', 'The page b.']);
});

it('a file that is kept out when a part of its folder is compared counts until its place is free and taken', async () => {
  await bed.write('docs9/readme.md', 'In the folder.');
  const folder = await add('docs9');
  await handIn('docs9/new.md', 'By its producer.', 7);
  await bed.idle();
  await bed.write('docs9/new.md', 'New in the folder.');
  const compare = async () => {
    await bed.queues.add(syncLocalQueue, { source_id: folder, paths: ['new.md'] });
    await bed.idle();
    return (await summaryOf(folder))?.skipped;
  };
  expect(await compare()).toEqual({ 'id-taken': 1 });
  expect(await compare()).toEqual({ 'id-taken': 1 });
  await deleteByHand('docs9/new.md');
  expect(await compare()).toEqual({});
  expect(await texts()).toEqual(['New in the folder.', 'In the folder.']);
});
