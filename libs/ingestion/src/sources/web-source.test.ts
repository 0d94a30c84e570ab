import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localOwner, syncQueueOf, type WebSettings } from '@tributary/contracts';
import { DocumentExtractor } from '@tributary/sources-extraction';
import { WebReader } from '@tributary/sources-web';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { DeleteDocuments } from '../delete-documents/delete-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { AddSource } from './registering/add-source.use-case.js';
import { RemoveSource } from './removal/remove-source.use-case.js';
import { SourceNotes } from './state/source-notes.js';
import { SummariseSource } from './state/summarise-source.js';

let bed: Testbed;
let server: Server;
const pages = new Map<string, string>();
/** Where a path is moved to for good. */
const moved = new Map<string, string>();
/** Paths that are answered with 500. */
const failing = new Set<string>();
const asked: string[] = [];
const extractor = new DocumentExtractor();

beforeEach(async () => {
  pages.clear();
  moved.clear();
  failing.clear();
  asked.length = 0;
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    const location = moved.get(path);
    if (location !== undefined) {
      response.writeHead(301, { location }).end();
      return;
    }
    const page = pages.get(path);
    const etag = `"${page?.length.toString() ?? ''}"`;
    const status = failing.has(path) ? 500 : page === undefined ? 404 : request.headers['if-none-match'] === etag ? 304 : 200;
    asked.push(`${path} ${status.toString()}`);
    response.writeHead(status, { 'content-type': 'text/html', etag }).end(status === 200 ? page : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bed = await Testbed.open();
  await bed.start({ readers: readers() });
});
afterEach(async () => {
  await bed.close();
  await new Promise((resolve) => server.close(resolve));
});

afterAll(() => extractor.close());

const readers = () => {
  const web = new WebReader({ extractor, allowAddresses: ['127.0.0.1/32'], delayMs: 0 });
  return { ...bed.collaborators.readers, web };
};
const page = (title: string, text: string, links = '') =>
  `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links}</main></body></html>`;
// A server that listens on TCP has such an address.
const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}${path}`;

async function confirm(id: string) {
  await bed.queues.add(syncQueueOf('web'), { source_id: id, confirmed: true });
  await bed.idle();
  return new SummariseSource(bed.collaborators).run(id);
}

async function add(path: string, over: { web?: WebSettings; collection?: string } = {}) {
  const { sourceId } = await new AddSource({ ...bed.collaborators, readers: readers() }).run({ location: url(path), ...over });
  await bed.idle();
  const summary = await new SummariseSource(bed.collaborators).run(sourceId);
  if (summary === undefined) throw new Error('no source');
  return summary;
}

it('makes pages searchable with their address, title and language, and embeds nothing again that did not change', async () => {
  pages.set('/', page('Pigeons', 'Orders are shipped by pigeon.', '<a href="/food">food</a>'));
  pages.set('/food', page('Food', 'Pigeons eat corn.'));
  const source = await add('/', { web: { depth: 2 } });
  expect(source).toMatchObject({ kind: 'web', state: 'idle', documents: 2, chunks: 2, collections: ['127.0.0.1-web'] });
  const points = await bed.points('127.0.0.1-web');
  expect(points.map(({ payload }) => payload).find(({ title }) => title === 'Pigeons')).toMatchObject({
    type: 'web',
    source: url('/'),
    path: url('/'),
    lang: 'markdown',
    metadata: { language: 'en' },
  });
  for (const { payload } of points) expect(payload.metadata?.['fetched_at']).toMatch(/^\d{4}-.*Z$/);
  const embedded = bed.provider.texts.length;
  asked.length = 0;
  await add('/');
  expect(asked).toEqual(['/robots.txt 404', '/ 304', '/food 304']);
  expect(bed.provider.texts).toHaveLength(embedded);
  pages.set('/food', page('Food', 'Pigeons eat corn and peas.'));
  await add('/');
  expect(bed.provider.texts).toHaveLength(embedded + 1);
});

it('deletes a page when it was missing three times, and finds it again when it is back', async () => {
  pages.set('/', page('Pigeons', 'Orders are shipped by pigeon.'));
  await add('/');
  pages.clear();
  expect(await add('/')).toMatchObject({ documents: 1, skipped: { 'http-404': 1 } });
  expect(await add('/')).toMatchObject({ documents: 1 });
  expect(await add('/')).toMatchObject({ documents: 0, state: 'idle' });
  expect(await bed.texts('127.0.0.1-web')).toEqual([]);
  pages.set('/', page('Pigeons', 'Orders are shipped by pigeon.'));
  expect(await add('/')).toMatchObject({ documents: 1 });
});

it('deletes what was kept of a page that moved to another one', async () => {
  pages.set('/', page('Pigeons', 'Orders are shipped by pigeon.', '<a href="/food">food</a> <a href="/corn">corn</a>'));
  pages.set('/food', page('Food', 'Pigeons eat corn and peas.'));
  pages.set('/corn', page('Corn', 'Use port 80 for corn.'));
  expect(await add('/', { web: { depth: 1 } })).toMatchObject({ documents: 3 });
  moved.set('/corn', '/food');
  expect(await add('/')).toMatchObject({ documents: 2, state: 'idle', skipped: { duplicate: 1 } });
  expect((await bed.points('127.0.0.1-web')).map(({ payload }) => payload.title).toSorted()).toEqual(['Food', 'Pigeons']);
  expect(await add('/')).toMatchObject({ documents: 2, state: 'idle' });
});

it('deletes pages of a site also where one of them moved to its first page', async () => {
  pages.set('/', page('Pigeons', 'Orders are shipped by pigeon.', '<a href="/food">food</a> <a href="/corn">corn</a>'));
  pages.set('/food', page('Food', 'Pigeons eat corn and peas.'));
  pages.set('/corn', page('Corn', 'Use port 80 for corn.'));
  await add('/', { web: { depth: 1 } });
  moved.set('/corn', '/');
  pages.delete('/food');
  await add('/');
  await add('/');
  expect(await add('/')).toMatchObject({ documents: 1, state: 'idle' });
});

it('deletes pages whose address begins with that of one that is left out, with or without a final slash', async () => {
  pages.set(
    '/',
    page('Pigeons', 'Orders are shipped by pigeon.', '<a href="/guide/">g</a> <a href="/guide">g</a> <a href="/guide/food">f</a>'),
  );
  pages.set('/guide/', page('Guide', 'How to keep pigeons.'));
  moved.set('/guide', '/guide/');
  pages.set('/guide/food', page('Food', 'Pigeons eat corn and peas.'));
  expect(await add('/', { web: { depth: 2 } })).toMatchObject({ documents: 3, skipped: { duplicate: 1 } });
  pages.delete('/guide/food');
  await add('/');
  expect(await add('/')).toMatchObject({ documents: 3 });
  expect(await add('/')).toMatchObject({ documents: 2, last_sync: { deleted: 1 } });
});

it('is stale while none of its pages can be read, deletes nothing then, and is not afterwards', async () => {
  pages.set('/', page('Pigeons', 'Orders are shipped by pigeon.', '<a href="/food">food</a>'));
  pages.set('/food', page('Food', 'Pigeons eat corn.'));
  const { id, last_synced_at: syncedAt } = await add('/', { web: { depth: 1 } });
  failing.add('/');
  // As though its notes were lost: only the first page is asked for.
  await new SourceNotes(bed.collaborators.engines.primary.records, id).clear();
  const unread = await add('/');
  expect(unread).toMatchObject({ state: 'stale', documents: 2, skipped: { 'http-500': 1 }, last_synced_at: syncedAt });
  expect(unread.reason).toContain(`${url('/')} cannot be read (http-500). Nothing was deleted.`);
  failing.clear();
  const readable = await add('/');
  expect(readable).toMatchObject({ state: 'idle', documents: 2, skipped: {} });
  expect(readable).not.toHaveProperty('reason');
  // Another one can be read, or the server says that it is not there.
  failing.add('/food');
  expect(await add('/')).toMatchObject({ state: 'idle', documents: 2, skipped: { 'http-500': 1 } });
  pages.clear();
  failing.clear();
  expect(await add('/')).toMatchObject({ state: 'idle', documents: 2, skipped: { 'http-404': 2 } });
});

it('deletes what its server says is gone or not to be kept also while no other page can be read', async () => {
  pages.set('/', page('Pigeons', 'Orders are shipped by pigeon.', '<a href="/food">food</a> <a href="/corn">corn</a>'));
  pages.set('/food', page('Food', 'Pigeons eat corn and peas.'));
  pages.set('/corn', page('Corn', 'Use port 80 for corn.'));
  await add('/', { web: { depth: 1 } });
  failing.add('/');
  pages.delete('/food');
  pages.set('/corn', '<meta name="robots" content="noindex"><main>Use port 80 for corn.</main>');
  expect(await add('/')).toMatchObject({ state: 'idle', documents: 2, skipped: { noindex: 1, 'http-500': 1, 'http-404': 1 } });
  await add('/');
  expect(await add('/')).toMatchObject({ state: 'idle', documents: 1 });
  const { id, ...left } = await add('/');
  expect(left).toMatchObject({ state: 'stale', documents: 1 });
  expect(await confirm(id)).toMatchObject({ state: 'stale', documents: 1 });
});

it.each([
  ['are gone', undefined],
  ['say what another one says', page('Notice', 'This site is closed.')],
])('holds back the deletion of many pages that %s until it is confirmed, and then deletes them', async (_why, notice) => {
  const paths = Array.from({ length: 30 }, (_, i) => `/p${i.toString()}`);
  pages.set('/', page('Pigeons', 'Orders are shipped by pigeon.', paths.map((path) => `<a href="${path}">${path}</a>`).join(' ')));
  for (const path of paths) pages.set(path, page(path, `About ${path}.`));
  await add('/', { web: { depth: 1 } });
  for (const path of paths.slice(5)) {
    if (notice === undefined) pages.delete(path);
    else pages.set(path, notice);
  }
  for (let look = 0; look < 3; look++) await add('/');
  const { id, ...held } = await add('/');
  expect(held).toMatchObject({ state: 'stale', documents: 31 });
  expect(held.reason).toContain('of 31 documents would be deleted');
  expect(await confirm(id)).toMatchObject({ state: 'idle', documents: notice === undefined ? 6 : 7 });
});

it('says that there are more pages than it may read, and how to read them', async () => {
  pages.set('/', page('Pigeons', 'Orders are shipped by pigeon.', '<a href="/food">food</a> <a href="/corn">corn</a>'));
  pages.set('/food', page('Food', 'Pigeons eat corn and peas.'));
  const source = await add('/', { web: { depth: 2, pages: 1 } });
  expect(source).toMatchObject({ documents: 1, skipped: { 'page-limit': 2 } });
  expect(source.notes?.join()).toBe(
    `2 pages are left out: there are more than it may read. To read more: tributary index '${url('/')}' --depth 2 --pages 3 (never more than the setting web.max_pages).`,
  );
  expect(await add('/', { web: { depth: 2, pages: 2 } })).toMatchObject({
    notes: [expect.stringMatching(/^1 page is left out: .* --pages 3 /)],
  });
  expect(await add('/', { web: { depth: 2, pages: 3 } })).not.toHaveProperty('notes');
  expect(await add('/', { web: { depth: 2, pages: 1 }, collection: 'birds' })).toMatchObject({
    notes: [expect.stringContaining(`tributary index '${url('/')}' --collection birds --depth 2 --pages 3 `)],
  });
  expect(await add('/', { web: { mode: 'page', urls: [url('/food')], pages: 1 }, collection: 'named' })).toMatchObject({
    notes: ['1 page is left out: there are more than it may read. To read more, give it again with a higher number of pages.'],
  });
});

it('keeps a page of two sources until the last of them goes', async () => {
  pages.set('/', page('Pigeons', 'Orders are shipped by pigeon.', '<a href="/food">food</a>'));
  pages.set('/food', page('Food', 'Pigeons eat corn.'));
  const site = await add('/', { web: { depth: 1 }, collection: 'pages' });
  const one = await add('/food', { collection: 'pages' });
  expect(one.id).not.toBe(site.id);
  expect(site.last_sync).not.toHaveProperty('shared');
  expect(one).toMatchObject({ documents: 0, skipped: {}, last_sync: { added: 0, unchanged: 1, shared: 1 } });
  expect(await add('/food', { collection: 'pages' })).toMatchObject({ documents: 0, last_sync: { shared: 1 } });
  const remove = (sourceId: string) => new RemoveSource(bed.collaborators).run({ sourceId, keepDocuments: false });
  await remove(site.id);
  expect((await bed.points('pages')).map(({ payload }) => payload.title)).toEqual(['Food']);
  expect(await new SummariseSource(bed.collaborators).run(one.id)).toMatchObject({ documents: 1, last_sync: { shared: 0 } });
  await remove(one.id);
  expect(await bed.points('pages')).toEqual([]);
});

it('leaves out what was deleted by hand whichever source reaches it, until it says something else', async () => {
  pages.set('/', page('Pigeons', 'Orders are shipped by pigeon.', '<a href="/food">food</a>'));
  pages.set('/food', page('Food', 'Pigeons eat corn.'));
  const { id } = await add('/', { web: { depth: 1 }, collection: 'pages' });
  await add('/food', { collection: 'pages' });
  const ids: string[] = [];
  for await (const { key, file } of bed.collaborators.catalog.documents.list({ source: id }, 10))
    if (file?.path === url('/food')) ids.push(`tributary://pages/${key}`);
  const context = { principal: localOwner, signal: AbortSignal.timeout(10_000) };
  await new DeleteDocuments(bed.collaborators).run({ ids, dry_run: false }, context);
  await bed.idle();
  const titles = async () => (await bed.points('pages')).map(({ payload }) => payload.title).toSorted();
  expect(await titles()).toEqual(['Pigeons']);
  expect(await add('/food', { collection: 'pages' })).toMatchObject({ documents: 0, skipped: { 'deleted-of-another': 1 } });
  expect(await titles()).toEqual(['Pigeons']);
  pages.set('/food', page('Food', 'Pigeons eat corn and peas.'));
  expect(await add('/food', { collection: 'pages' })).toMatchObject({ documents: 1 });
  expect(await titles()).toEqual(['Food', 'Pigeons']);
});
