import { MemoryOperations } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDialects, converse, projectFolder, type ProjectFolder } from '../projects/project-world.fixture.js';

let folder: ProjectFolder;
let operations: MemoryOperations;
beforeEach(async () => {
  folder = await projectFolder({ 'README.md': 'Orders are shipped by pigeon.', 'src/cart.ts': 'export function totalOfCart() {}' });
  operations = new MemoryOperations();
});
afterEach(() => folder.remove());

const connect = (session?: string) => connectDialects(operations, 'project-code', session);
const errorOf = (code: string) => ({ isError: true, structured: { error: { code } } });

describe('the tools of project-code', () => {
  it('are exactly those of fixtures/tool-list.json [004-79]', async () => {
    const { tools } = await (await connect()).client.listTools();
    await expect(`${JSON.stringify(tools, undefined, 2)}\n`).toMatchFileSnapshot('fixtures/tool-list.json');
  });

  it('answer a scripted conversation as fixtures/conversation.json has it [004-19] [004-28] [004-73]', async () => {
    const { root } = folder;
    const script: readonly (readonly [string, Record<string, unknown>])[] = [
      ['search', { query: 'pigeon' }],
      ['activate', { project_root: root }],
      ['status', {}],
      ['list_collections', {}],
      ['search', { query: 'shipped by pigeon' }],
      ['search', { query: 'totalOfCart', mode: 'sparse', scope: ['shop-code'] }],
      ['search_code', { query: 'pigeon', mode: 'dense', limit: 1, rerank: false }],
      ['search_code', { query: 'pigeon', limit: 101 }],
      ['search_code', { query: 'pigeon', mode: 'magic' }],
      ['search', { query: ' ' }],
      ['search', { query: 'pigeon', scope: [] }],
      ['search', { query: 'pigeon', scope: ['nowhere'] }],
      ['purge', { paths: ['src'] }],
      ['reindex', { paths: ['src/cart.ts'] }],
      ['reindex', { paths: [] }],
      ['index_all', {}],
      ['ingest_document', { path: 'README.md' }],
      ['ingest_web', { url: 'https://example.org/guide' }],
      ['ingest_web', { url: 'ftp://example.org' }],
      ['ingest_web', { url: 'guide', collection: '-bad-' }],
      ['activate', { project_root: 'shop' }],
      ['activate', { project_root: '' }],
      ['deactivate', { project_root: root }],
      ['search', { query: 'pigeon' }],
      ['search', { query: 'pigeon', project_root: `${root}/` }],
      ['deactivate', { project_root: '/nowhere' }],
    ];
    await expect(await converse(await connect('s1'), script, root)).toMatchFileSnapshot('fixtures/conversation.json');
  });
});

describe('the project a call acts on', () => {
  it('is the one this session activated last', async () => {
    const other = await projectFolder({ 'note.md': 'Nothing about birds.' }, 'other');
    const { call } = await connect('s1');
    await call('activate', { project_root: folder.root });
    await call('activate', { project_root: other.root });
    expect((await call('search', { query: 'pigeon' })).structured).toMatchObject({ results: [] });
    await call('deactivate', { project_root: other.root });
    expect((await call('search', { query: 'pigeon' })).structured).toMatchObject({ results: [{ path: 'README.md' }] });
    await other.remove();
  });

  it('over HTTP is the only active one', async () => {
    const { call } = await connect();
    expect(await call('search', { query: 'pigeon' })).toMatchObject(errorOf('PROJECT.NONE_ACTIVE'));
    await call('activate', { project_root: folder.root });
    expect((await (await connect()).call('search', { query: 'pigeon' })).structured).toMatchObject({ results: [{ path: 'README.md' }] });
    const other = await projectFolder({ 'note.md': 'Nothing about birds.' }, 'other');
    await call('activate', { project_root: other.root });
    expect(await call('search', { query: 'pigeon' })).toMatchObject(errorOf('PROJECT.AMBIGUOUS'));
    const named = await call('search', { query: 'pigeon', project_root: folder.root });
    expect(named.structured).toMatchObject({ results: [{ path: 'README.md' }] });
    await other.remove();
  });

  it('over stdio is none that only another session activated', async () => {
    await (await connect('s1')).call('activate', { project_root: folder.root });
    const { call } = await connect('s2');
    expect(await call('status', {})).toMatchObject({ structured: { projects: [{ project: 'shop', active: true }] } });
    expect(await call('search', { query: 'pigeon' })).toMatchObject(errorOf('PROJECT.NONE_ACTIVE'));
  });

  it('stays active for the other session when one deactivates it [004-20]', async () => {
    const [first, second] = [await connect('s1'), await connect('s2')];
    for (const { call } of [first, second]) await call('activate', { project_root: folder.root });
    expect((await first.call('deactivate', { project_root: folder.root })).structured).toMatchObject({ active_sessions: 1 });
    expect((await second.call('search', { query: 'pigeon' })).structured).toMatchObject({ results: [{ path: 'README.md' }] });
  });
});

it('says where nothing is indexed at the paths that are to be read again or taken out', async () => {
  const { call } = await connect('s1');
  await call('activate', { project_root: folder.root });
  const message = 'Nothing is indexed at nope.ts: give paths as results of a search have them.';
  expect((await call('reindex', { paths: ['nope.ts'] })).structured).toEqual({
    status: 'indexed',
    indexed: 0,
    deleted: 0,
    files: 0,
    message,
  });
  expect((await call('purge', { paths: ['nope.ts'] })).structured).toEqual({ deleted: 0, files: 0, message });
  expect((await call('purge', { paths: ['nope.ts', 'README.md'] })).structured).toEqual({ deleted: 1, files: 1 });
});

it('hands mode, limit and rerank on to the search [004-21] [004-33] [004-34]', async () => {
  const requests: unknown[] = [];
  const search = operations.search.bind(operations);
  operations.search = (request, context) => {
    requests.push(request);
    return search(request, context);
  };
  const { call } = await connect('s1');
  await call('activate', { project_root: folder.root });
  await call('search_code', { query: 'pigeon', mode: 'sparse', limit: 3, rerank: true });
  await call('search_code', { query: 'pigeon', mode: 'dense', rerank: true });
  await call('search', { query: 'pigeon', mode: 'dense' });
  await call('search', { query: 'pigeon' });
  expect(requests).toMatchObject([
    { collections: ['shop-code', 'shop-docs'], algorithm: 'keyword', limit: 3, rerank: true },
    { algorithm: 'semantic', rerank: true },
    { algorithm: 'semantic', rerank: false },
    { collections: ['shop-code', 'shop-docs'], algorithm: 'hybrid', limit: 10 },
  ]);
  expect(requests.at(-1)).not.toHaveProperty('rerank');
});

it('leaves whole results out of an answer that would be too long, and says so', async () => {
  for (let n = 0; n < 40; n += 1) await folder.write(`doc${n.toString()}.md`, `pigeon ${'word '.repeat(800)}`);
  const { call } = await connect('s1');
  await call('activate', { project_root: folder.root });
  const { text } = await call('search_code', { query: 'pigeon', limit: 40 });
  expect(text.length).toBeLessThan(40_000);
  expect(text).toMatch(/"message":"\d+ more results are left out to keep the answer short/);
});
