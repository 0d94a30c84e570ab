import { afterEach, beforeEach, expect, it } from 'vitest';
import { Testbed } from '../../testbed/testbed.fixture.js';
import { AddSource } from './add-source.use-case.js';
import { MemoryPages } from '../memory-pages.fixture.js';
import { RemoveSource } from '../removal/remove-source.use-case.js';
import { SourceNotes } from '../state/source-notes.js';
import { SummariseSource } from '../state/summarise-source.js';

let bed: Testbed;
let pages: MemoryPages;
beforeEach(async () => {
  bed = await Testbed.open();
  pages = new MemoryPages();
  pages.pages.set('https://example.org/', 'The first page.');
  await bed.start({ readers: { ...bed.collaborators.readers, web: pages } });
});
afterEach(() => bed.close());

const START = 'https://example.org/';
const collaborators = () => ({ ...bed.collaborators, readers: { ...bed.collaborators.readers, web: pages } });

async function add(over: { collection?: string; kind?: 'web'; location?: string } = {}) {
  const { sourceId } = await new AddSource(collaborators()).run({ location: START, ...over });
  await bed.idle();
  const summary = await new SummariseSource(bed.collaborators).run(sourceId);
  if (summary === undefined) throw new Error('no source');
  return summary;
}

it('reads a web address with the reader of pages, into the collection of the host', async () => {
  const source = await add();
  expect(source).toMatchObject({ kind: 'web', name: 'example.org', location: START, collections: ['example.org-web'], documents: 1 });
  const [point] = await bed.points('example.org-web');
  expect(point?.payload).toMatchObject({ content: 'The first page.', title: 'A page', type: 'web', source: START, path: START });
  expect(point?.payload.original_id).toBe('example.org-web:https%3A//example.org/:chunk:0');
  expect(point?.payload.metadata).toEqual({ site: 'example', fetched_at: expect.any(String) as string });
  expect(await add()).toMatchObject({ id: source.id });
});

it('indexes what the walk brought without reading it again, and nothing whose validator is the same', async () => {
  await add();
  const embedded = bed.provider.texts.length;
  await add();
  expect(bed.provider.texts).toHaveLength(embedded);
  pages.pages.set(START, 'The first page, changed.');
  await add();
  expect(await bed.texts('example.org-web')).toEqual(['The first page, changed.']);
  expect(pages.reads).toEqual([]);
});

it('keeps what may come back, and deletes what is gone, also the last page', async () => {
  await add();
  pages.troubles.set(START, { reason: 'http-404', passing: true });
  expect(await add()).toMatchObject({ state: 'idle', documents: 1, skipped: { 'http-404': 1 } });
  pages.troubles.set(START, { reason: 'http-404', passing: false });
  expect(await add()).toMatchObject({ state: 'idle', documents: 0 });
  pages.troubles.clear();
  expect(await add()).toMatchObject({ documents: 1 });
  expect(pages.reads).toEqual([START]);
});

it('forgets what its reader noted when it is removed', async () => {
  const { id } = await add();
  const notes = new SourceNotes(bed.engine.records, id);
  expect((await notes.get([START]))[0]).toEqual({ validator: 'The first page.' });
  await new RemoveSource(collaborators()).run({ sourceId: id, keepDocuments: false });
  expect(await notes.get([START])).toEqual([undefined]);
  expect(await bed.texts('example.org-web')).toEqual([]);
});

it('says which kind no reader is there for', async () => {
  await expect(new AddSource(bed.collaborators).run({ location: START })).rejects.toMatchObject({ code: 'SOURCE.KIND_UNAVAILABLE' });
});
