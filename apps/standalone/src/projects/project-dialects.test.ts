import { utimesSync, writeFileSync } from 'node:fs';
import { rename, rm, symlink, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProjectServer } from './project-server.fixture.js';
import { twoPages } from './two-pages.fixture.js';
import { servePage } from './serve-page.fixture.js';

let bed: ProjectServer;
let root: string;
beforeAll(async () => {
  bed = await ProjectServer.start();
  root = await bed.project('shop');
  await call('activate', { project_root: root });
  await bed.settled(root);
});
afterAll(() => bed.stop());

const call = (name: string, args: Record<string, unknown> = {}) => bed.call('project-code', name, args);
const paths = async (query: string, args: Record<string, unknown> = {}) => (await bed.search(query, args)).map(({ path }) => path);

describe('a project that was activated', () => {
  it('is found in every mode, each result with its place [004-03] [004-32] [004-39] [004-60] [004-80] [004-84]', async () => {
    for (const mode of ['hybrid', 'dense', 'sparse', 'rrf', 'dbsf']) {
      const [first] = await bed.search('totalOfCart prices', { mode });
      expect([mode, first?.path]).toEqual([mode, 'src/cart.ts']);
      expect(first?.metadata).toMatchObject({ collection: 'shop-code', type: 'code', lang: 'typescript' });
    }
    expect(await paths('orders shipped pigeon')).toContain('README.md');
  });

  it('says of each result its repository, its module and its lines [004-40] [004-41] [004-42] [004-59]', async () => {
    const [own] = await bed.search('totalOfCart', { mode: 'sparse' });
    expect(own).toMatchObject({
      path: 'src/cart.ts',
      metadata: { repo: 'shop', module: 'root', lang: 'typescript', type: 'code', chunk_index: 0, range: { start: [1, 1] } },
    });
    const [sub] = await bed.search('mix_colours', { mode: 'sparse' });
    expect(sub).toMatchObject({ path: 'vendor/paint/mix.py', metadata: { repo: 'shop', module: 'paint', lang: 'python' } });
  });

  it('scores mode dense by the similarity itself [004-31]', async () => {
    const [dense] = await bed.search('How many pieces to keep in stock', { mode: 'dense' });
    expect(dense).toMatchObject({ path: 'src/stock.py' });
    expect(dense?.score).toBeGreaterThan(0.3);
    expect(dense?.score).toBeLessThanOrEqual(1);
  });

  it('leaves out what git leaves out [004-14]', async () => {
    expect(await paths('zeppelin moon', { mode: 'sparse' })).toEqual([]);
  });

  it('has its code and its documents in collections of their own [004-26] [004-35] [004-36]', async () => {
    expect(await paths('pigeon harbour', { scope: ['shop-code'], mode: 'sparse' })).toEqual([]);
    expect(await paths('pigeon harbour', { scope: ['shop-docs'], mode: 'sparse' })).toEqual(['README.md']);
    const { structured } = await call('list_collections');
    expect(structured['collections']).toMatchObject([{ project: 'shop' }, { project: 'shop' }]);
  });

  it('is in the status with its counts [004-25] [004-74]', async () => {
    const { structured } = await call('status');
    expect(structured).toMatchObject({
      status: 'ok',
      projects: [{ project: 'shop', project_root: root, active: true, status: 'idle', files: 7, pending: 0, failed: 0 }],
      stats: { active_projects: 1, files: 7 },
    });
  });
});

describe('purge', () => {
  it('takes a path out until it changes [004-24]', async () => {
    expect((await call('purge', { paths: ['src/stock.py'] })).structured).toMatchObject({ files: 1 });
    expect(await paths('reorder_level', { mode: 'sparse' })).toEqual([]);
    await call('activate', { project_root: root });
    await bed.settled(root);
    expect(await paths('reorder_level', { mode: 'sparse' })).toEqual([]);
    await bed.write(join(root, 'src/stock.py'), 'def reorder_level(sold):\n    return sold * 14\n');
    await call('activate', { project_root: root });
    await bed.settled(root);
    expect(await paths('reorder_level', { mode: 'sparse' })).toEqual(['src/stock.py']);
  });

  it('takes a folder out until it is reindexed [004-23]', async () => {
    expect((await call('purge', { paths: [join(root, 'src')] })).structured).toMatchObject({ files: 2 });
    expect(await paths('totalOfCart', { mode: 'sparse' })).toEqual([]);
    const { structured } = await call('reindex', { paths: ['src/cart.ts'] });
    expect(structured).toMatchObject({ status: 'indexed', files: 1 });
    expect(structured['indexed']).toBeGreaterThan(0);
    expect(await paths('totalOfCart', { mode: 'sparse' })).toEqual(['src/cart.ts']);
    expect(await paths('reorder_level', { mode: 'sparse' })).toEqual([]);
  });

  it('is undone by index_all, under the same ids [004-15] [004-22] [004-57]', async () => {
    const [before] = await bed.search('totalOfCart', { mode: 'sparse' });
    await call('purge', { paths: ['.'] });
    expect(await paths('totalOfCart', { mode: 'sparse' })).toEqual([]);
    expect((await call('index_all')).structured).toMatchObject({ status: 'indexed', files: 7 });
    expect(await paths('reorder_level', { mode: 'sparse' })).toEqual(['src/stock.py']);
    const [after] = await bed.search('totalOfCart', { mode: 'sparse' });
    expect(after?.metadata['point_id']).toBe(before?.metadata['point_id']);
  });

  it('refuses a path outside the project', async () => {
    expect(await call('purge', { paths: ['../other'] })).toMatchObject({
      isError: true,
      structured: { error: { code: 'PROJECT.PATH_OUTSIDE' } },
    });
  });
});

describe('a reindex', () => {
  it('takes up a file whose size and date say that nothing changed, and reads it again when that is asked for', async () => {
    const file = join(root, 'docs/returns.md');
    const when = new Date('2026-01-01T00:00:00Z');
    await utimes(file, when, when);
    await call('activate', { project_root: root });
    await bed.settled(root);
    // Both at once: the server of this process watches the folder, and in between the date would say that something changed.
    writeFileSync(file, '# Returns\n\nParcels that come back are mislaid and counted.\n');
    utimesSync(file, when, when);
    await call('activate', { project_root: root });
    await bed.settled(root);
    expect(await paths('mislaid', { mode: 'sparse' })).toEqual(['docs/returns.md']);
    expect((await call('reindex', { paths: ['docs'] })).structured).toMatchObject({ status: 'indexed', files: 1, deleted: 0 });
    expect(await paths('mislaid', { mode: 'sparse' })).toEqual(['docs/returns.md']);
  });

  it('follows files that were renamed and deleted, and counts what went [004-16] [004-61] [004-75]', async () => {
    const other = await bed.project('moving', {
      'a.md': 'The lighthouse blinks twice.',
      'b.md': 'The foghorn is silent.',
      'c.md': 'Gulls.',
    });
    await call('activate', { project_root: other });
    await bed.settled(other);
    await rename(join(other, 'a.md'), join(other, 'lamp.md'));
    await rm(join(other, 'b.md'));
    const { structured } = await call('reindex', { project_root: other, paths: ['a.md', 'b.md', 'lamp.md'] });
    expect(structured).toMatchObject({ status: 'indexed', files: 1, indexed: 1, deleted: 2 });
    expect(await paths('lighthouse', { project_root: other, mode: 'sparse' })).toEqual(['lamp.md']);
    expect(await paths('foghorn', { project_root: other, mode: 'sparse' })).toEqual([]);
    await call('deactivate', { project_root: other });
  });
});

describe('ingest_document', () => {
  it('makes a file outside the project searchable with its documents [004-05] [004-27] [004-76]', async () => {
    await bed.write(join(bed.folder, 'elsewhere', 'tariff.md'), '# Tariff\n\nA balloon costs nine guilders.\n');
    const { structured } = await call('ingest_document', { path: join(bed.folder, 'elsewhere', 'tariff.md') });
    expect(structured).toMatchObject({ status: 'success', chunks: 1, collection: 'shop-docs' });
    expect((await bed.search('balloon guilders', { mode: 'sparse' }))[0]?.content).toContain('nine guilders');
  });

  it('takes one that git leaves out, when it is asked for by name', async () => {
    const { structured } = await call('ingest_document', { path: 'secret-plans/moon.md', collection: 'plans' });
    expect(structured).toMatchObject({ status: 'success', chunks: 1, collection: 'plans' });
    expect(await paths('zeppelin moon', { mode: 'sparse' })).toEqual([]);
    expect(await paths('zeppelin moon', { mode: 'sparse', scope: ['plans'] })).toHaveLength(1);
  });

  it('takes the text out of a PDF, and a hit says on which page it stands [004-06]', async () => {
    await bed.write(join(bed.folder, 'elsewhere', 'log.pdf'), twoPages('Calm sea.', 'A narwhal was seen off Emden.'));
    const { structured } = await call('ingest_document', { path: join(bed.folder, 'elsewhere', 'log.pdf') });
    expect(structured).toMatchObject({ status: 'success', chunks: 2, collection: 'shop-docs' });
    const [hit] = await bed.search('narwhal Emden', { mode: 'sparse' });
    expect(hit).toMatchObject({ path: 'log.pdf', metadata: { page: 2, format: 'pdf', pages: 2 } });
    expect(hit?.content).toContain('A narwhal was seen off Emden.');
  });

  it('tells of a file that another source has already', async () => {
    const path = join(bed.folder, 'elsewhere', 'harbour.md');
    await bed.write(path, '# Harbour\n\nThe pilot comes at noon.\n');
    expect((await call('ingest_document', { path, collection: 'pilots' })).structured).not.toHaveProperty('message');
    const again = await call('ingest_document', { path: `${root}/../elsewhere/harbour.md`, collection: 'ports' });
    expect(again.structured).toMatchObject({ status: 'success', chunks: 1 });
    expect(again.structured['message']).toContain('they are indexed twice');
  });

  it('takes what a link leads to, and says so', async () => {
    const path = join(bed.folder, 'elsewhere', 'link.md');
    await bed.write(join(bed.folder, 'elsewhere', 'buoy.md'), '# Buoy\n\nThe green buoy is off.\n');
    await symlink('buoy.md', path);
    const { structured } = await call('ingest_document', { path, collection: 'buoys' });
    expect(structured).toMatchObject({ status: 'success', chunks: 1, collection: 'buoys' });
    expect(structured['message']).toContain('buoy.md');
  });

  it('refuses a folder, of the project or not, and takes nothing of it in', async () => {
    const chunks = async () => JSON.stringify((await call('list_collections')).structured);
    const before = await chunks();
    for (const [path, message] of [
      ['src', /is a folder of the project, which is indexed with it: reindex reads it again/],
      [root, /is a folder of the project/],
      [join(bed.folder, 'elsewhere'), /is a folder, and a file is wanted/],
    ] as const) {
      const refused = await call('ingest_document', { path });
      expect(refused, path).toMatchObject({ isError: true, structured: { error: { code: 'SOURCE.NOT_A_FILE' } } });
      expect(refused.text).toMatch(message);
    }
    expect(await chunks()).toBe(before);
  });

  it('refuses what cannot be read, and what may not', async () => {
    expect((await call('ingest_document', { path: 'nowhere.md' })).isError).toBe(true);
    const outside = await call('ingest_document', { path: '/etc/hostname' });
    expect(outside).toMatchObject({ structured: { error: { code: 'SOURCE.OUTSIDE_ROOTS' } } });
    expect(JSON.stringify(outside.structured)).toContain('Check how the path is spelt');
  });
});

describe('ingest_web', () => {
  it('makes a page searchable in the web collection of the project [004-07] [004-37] [004-77]', async () => {
    const article = '<main><h1>Balloons</h1><p>A balloon to Antwerp leaves on Mondays.</p></main>';
    await using site = await servePage(`<html><head><title>Balloons</title></head><body><nav>Home</nav>${article}</body></html>`);
    const { structured } = await call('ingest_web', { url: site.url });
    expect(structured).toEqual({ chunks: 1, status: 'success', collection: 'shop-web', url: site.url });
    const [found] = await bed.search('balloon Antwerp', { mode: 'sparse', scope: ['shop-web'] });
    expect(found).toMatchObject({ path: site.url, metadata: { collection: 'shop-web', type: 'web', title: 'Balloons' } });
  });

  it('says why a page cannot be read, and reads none of a closed network', async () => {
    await using site = await servePage(undefined);
    expect(await call('ingest_web', { url: site.url })).toMatchObject({
      isError: true,
      structured: { error: { code: 'DOCUMENT.NOT_INDEXED', message: `${site.url} was not indexed: http-404.` } },
    });
    const closed = await call('ingest_web', { url: 'http://169.254.169.254/latest/meta-data' });
    expect(closed).toMatchObject({ structured: { error: { code: 'SOURCE.ADDRESS_REFUSED' } } });
    expect(closed.text).toContain('in a network that is not public. Give a public address');
  });
});

describe('activation', () => {
  it('tells a second root of the same name apart by six digits [004-18]', async () => {
    const second = await bed.project('branch/shop', { 'README.md': 'Another shop sells compasses.' });
    const { structured } = await call('activate', { project_root: second });
    expect(structured['collection']).toMatch(/^shop-[0-9a-f]{6}-code$/);
    await bed.settled(second);
    expect(await paths('compasses', { project_root: second })).toEqual(['README.md']);
    expect(await paths('compasses', { project_root: root, mode: 'sparse' })).toEqual([]);
    expect(await call('search', { query: 'compasses' })).toMatchObject({ structured: { error: { code: 'PROJECT.AMBIGUOUS' } } });
    await call('deactivate', { project_root: second });
    expect(await paths('compasses', { project_root: second })).toEqual(['README.md']);
  });

  it('makes a folder’s name safe for collections', async () => {
    const { structured } = await call('activate', { project_root: await bed.project('Größe & Form (2)', { 'a.md': 'Text.' }) });
    expect(structured).toMatchObject({ project: 'Gr-e-Form-2', collection: 'Gr-e-Form-2-code' });
  });

  it.each([
    ['no folder', () => join(bed.folder, 'nowhere'), 'SOURCE.NOT_FOUND'],
    ['the home of the user', () => homedir(), 'PROJECT.ROOT_INVALID'],
    ['the root of the disk', () => '/', 'PROJECT.ROOT_INVALID'],
    ['what nobody allowed', () => '/etc', 'SOURCE.OUTSIDE_ROOTS'],
  ])('is refused for %s', async (...[, place, code]) => {
    expect(await call('activate', { project_root: place() })).toMatchObject({ isError: true, structured: { error: { code } } });
  });
});

it('finds what is there while other projects are being indexed [004-65]', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`f${n.toString()}.md`, `# Part ${n.toString()}\n\n${'The mill turns slowly. '.repeat(60)}`]),
  );
  const big = await bed.project('mill', files);
  await call('activate', { project_root: big });
  let searches = 0;
  for (; searches < 5; searches += 1) expect(await paths('totalOfCart', { project_root: root, mode: 'sparse' })).toEqual(['src/cart.ts']);
  await bed.settled(big);
  expect(await paths('mill turns', { project_root: big, limit: 3 })).toHaveLength(3);
});

describe('memexd-control beside qdrant-multi', () => {
  const both = (name: string, args: Record<string, unknown> = {}) => bed.call('memexd-control,qdrant-multi', name, args);

  it('controls with the one and searches several collections with the other [004-62] [004-72] [004-81] [004-82]', async () => {
    expect((await both('activate_project', { project_root: root })).structured).toMatchObject({
      status: 'activated',
      collection: 'shop-code',
    });
    await bed.settled(root);
    expect((await both('force_reindex', { project_root: root, paths: ['docs'] })).structured).toMatchObject({
      status: 'indexed',
      files: 1,
    });
    const query = 'weighed parcels, and a total of the prices';
    const { structured } = await both('search_collections', { query, collections: ['shop-code', 'shop-docs'] });
    const results = z.array(z.object({ collection: z.string(), query: z.string() })).parse(structured['results']);
    expect(new Set(results.map(({ collection }) => collection))).toEqual(new Set(['shop-code', 'shop-docs']));
    expect(results.every((result) => result.query === query)).toBe(true);
    expect((await both('daemon_status')).structured).toMatchObject({ status: 'ok' });
  });

  it('makes, fills, deletes from and empties a collection [004-04] [004-38] [004-83] [004-87] [004-88] [004-89]', async () => {
    const vectors = { dense: { size: 256, distance: 'Cosine' } };
    expect((await both('create_collection', { name: 'shop-memory', vectors })).structured).toMatchObject({ size: 256, vector: 'dense' });
    const points = [
      { id: 'decision-1', text: 'We chose pigeons over drones.', payload: { kind: 'decision' } },
      { id: 7, text: 'Crates are painted blue.', payload: { kind: 'habit' } },
      { text: 'The bell rings at noon.' },
    ];
    const { structured: written } = await both('upsert_points', { collection: 'shop-memory', points });
    expect(written['ids']).toHaveLength(3);
    const find = async (query: string) => {
      const { structured } = await both('search_collections', { query, collections: ['shop-memory'], mode: 'sparse' });
      return z.array(z.object({ content: z.string(), metadata: z.record(z.string(), z.unknown()) })).parse(structured['results']);
    };
    expect(await find('pigeons drones')).toMatchObject([{ content: 'We chose pigeons over drones.', metadata: { kind: 'decision' } }]);
    expect(await both('delete_points', { collection: 'shop-memory', ids: [7] })).toMatchObject({ structured: { deleted: 1 } });
    const none = await both('delete_points', { collection: 'shop-memory', ids: ['none', 7] });
    expect(none.structured).toMatchObject({ deleted: 0 });
    expect(none.structured['message']).toMatch(/^Nothing was there to delete: .*none/);
    expect(await find('crates painted')).toEqual([]);
    const filter = { must: [{ key: 'metadata.kind', match: { value: 'decision' } }] };
    expect(await both('purge_collection', { collection: 'shop-memory', filter })).toMatchObject({ structured: { deleted: 1 } });
    expect(await both('purge_collection', { collection: 'shop-memory' })).toMatchObject({ structured: { deleted: 1 } });
    expect((await both('list_collections')).text).toContain('"name":"shop-memory","project":"shop"');
  });

  it('refuses vectors that the model does not make [004-58]', async () => {
    const wrong = await both('create_collection', { name: 'wide', vectors: { dense: { size: 384, distance: 'Cosine' } } });
    expect(wrong).toMatchObject({ isError: true, structured: { error: { code: 'MODEL.MISMATCH' } } });
    const short = await both('upsert_points', { collection: 'shop-memory', points: [{ vector: [0.1, 0.2] }] });
    expect(short).toMatchObject({ isError: true, structured: { error: { code: 'ENGINE.DIMENSION_MISMATCH' } } });
  });
});

describe('claude-context', () => {
  const context = (name: string, args: Record<string, unknown>) => bed.call('claude-context', name, args);

  it('indexes a codebase without what is to be left out, searches it, and clears it [004-55] [004-69]', async () => {
    const path = await bed.project('tower', { 'bell.py': 'def ring(times):\n    return times\n', 'draft/note.md': 'The cuckoo hides.\n' });
    expect((await context('search_code', { path, query: 'ring' })).text).toBe(
      `Codebase '${path}' is not indexed. Please index it first using the index_codebase tool.`,
    );
    expect((await context('index_codebase', { path, ignorePatterns: ['draft/'] })).text).toContain(
      `Started background indexing for codebase '${path}'.`,
    );
    expect((await context('get_indexing_status', { path })).text).toMatch(/is currently being indexed|fully indexed/);
    await bed.settled(path);
    expect((await context('get_indexing_status', { path })).text).toContain('Statistics: 1 files, 1 chunks');
    const found = await context('search_code', { path, query: 'ring the bell times', extensionFilter: ['.py'] });
    expect(found.text).toContain('1. Code snippet (python) [tower]\n   Location: bell.py:1-2');
    expect((await context('search_code', { path, query: 'cuckoo' })).text).not.toContain('cuckoo hides');
    expect((await context('clear_index', { path })).text).toBe(`Successfully cleared codebase '${path}'`);
    expect((await context('get_indexing_status', { path })).text).toContain('is not indexed');
  });

  it('says where nothing found seems to answer, since its results have no score', async () => {
    const search = async (query: string, extensionFilter: string[]) =>
      (await bed.call('claude-context', 'search_code', { path: root, query, extensionFilter })).text;
    expect(await search('giraffe basketball tournament', [])).toMatch(
      /^Found .*\nNothing found seems to answer this: the best relevance is 0\.0/,
    );
    expect(await search('totalOfCart prices', [])).not.toContain('Nothing found seems');
    expect(await search('giraffe', ['.nosuch'])).toBe(`No results found for query: "giraffe" in codebase '${root}'`);
  });
});
