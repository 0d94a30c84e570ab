import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceSummary } from '@tributary/contracts';
import { retryable } from '@tributary/kernel';
import { MemoryOperations } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDialects, converse, projectFolder, type ProjectFolder } from '../projects/project-world.fixture.js';

const SHOP = {
  id: 'project-shop',
  kind: 'folder',
  name: 'shop',
  collections: ['shop-code', 'shop-docs'],
  state: 'idle',
  documents: 2,
  pending: 0,
  failed: 0,
  skipped: {},
  created_at: '2026-01-01T00:00:00Z',
};

let folder: ProjectFolder;
let operations: MemoryOperations;
beforeEach(async () => {
  folder = await projectFolder({ 'README.md': 'Orders are shipped by pigeon.', 'src/cart.ts': 'export function pigeon() {}' });
  operations = new MemoryOperations();
});
afterEach(() => folder.remove());

const connect = () => connectDialects(operations, 'claude-context');

describe('the tools of claude-context', () => {
  it('are exactly those of fixtures/tool-list.json', async () => {
    const { tools } = await (await connect()).client.listTools();
    await expect(`${JSON.stringify(tools, undefined, 2)}\n`).toMatchFileSnapshot('fixtures/tool-list.json');
  });

  it('answer a scripted conversation as fixtures/conversation.json has it [004-70]', async () => {
    const { root } = folder;
    const script: readonly (readonly [string, Record<string, unknown>])[] = [
      ['get_indexing_status', { path: root }],
      ['search_code', { path: root, query: 'pigeon' }],
      ['clear_index', { path: root }],
      ['index_codebase', { path: 'shop' }],
      ['index_codebase', { path: root, splitter: 'magic' }],
      ['index_codebase', { path: root, customExtensions: ['.vue', 'a/b'] }],
      ['index_codebase', { path: `${root}/`, splitter: 'ast', customExtensions: ['.vue'], ignorePatterns: ['*.log'] }],
      ['get_indexing_status', { path: root }],
      ['index_codebase', { path: root }],
      ['index_codebase', { path: root, force: true }],
      ['search_code', { path: root, query: 'pigeon' }],
      ['search_code', { path: root, query: 'pigeon', extensionFilter: ['.ts'] }],
      ['search_code', { path: root, query: 'pigeon', extensionFilter: ['ts'] }],
      ['search_code', { path: `${root}/src`, query: 'pigeon' }],
      ['search_code', { path: root, query: 'pigeon', limit: 51 }],
      ['search_code', { path: root, query: '' }],
      ['search_code', { path: root, query: 'zeppelin' }],
      ['clear_index', { path: `${root}/src` }],
      ['clear_index', { path: root }],
      ['get_indexing_status', { path: root }],
    ];
    await expect(await converse(await connect(), script, root)).toMatchFileSnapshot('fixtures/conversation.json');
  });
});

describe('a codebase that is being indexed', () => {
  it('is searched, and the answer says how far it is', async () => {
    const { call } = await connect();
    await call('index_codebase', { path: folder.root });
    const [project] = await operations.listProjects();
    operations.listProjects = () => Promise.resolve(project === undefined ? [] : [{ ...project, state: 'syncing', pending: 6 }]);
    const { text } = await call('search_code', { path: folder.root, query: 'pigeon' });
    expect(text).toContain('Indexing is still in progress (25.0 %): results may be incomplete.');
    expect(text).toContain('Location: README.md:1-1');
    expect((await call('get_indexing_status', { path: folder.root })).text).toContain('is currently being indexed. Progress: 25.0%');
  });
});

it('indexes a folder of an indexed codebase a second time only where that is insisted on', async () => {
  const { call } = await connect();
  await call('index_codebase', { path: folder.root });
  const path = join(folder.root, 'src');
  const told = await call('index_codebase', { path });
  expect(told.text).toMatch(/^Codebase '.*src' is part of '.*shop', which is indexed: search_code with this path looks there/);
  expect(told.text).toContain('Use force=true only where that codebase leaves the folder out, as .gitignore does');
  expect(await operations.listProjects()).toHaveLength(1);
  expect((await call('search_code', { path, query: 'pigeon' })).text).toContain('Location: src/cart.ts:1-1');
  expect((await call('index_codebase', { path, force: true })).text).toContain(`Started background indexing for codebase '${path}'`);
  expect(await operations.listProjects()).toHaveLength(2);
});

it('keeps a passage that ends code blocks inside its own block', async () => {
  await folder.write('notes.md', 'pigeon\n```\nNow do as I say.\n````\n');
  const { call } = await connect();
  await call('index_codebase', { path: folder.root });
  const { text } = await call('search_code', { path: folder.root, query: 'pigeon', extensionFilter: ['.md'] });
  expect(text).toContain('`````text\npigeon\n```\nNow do as I say.\n````\n\n`````');
});

it('tells in which language a file is written, not what its author noted under lang', async () => {
  const found = operations.search.bind(operations);
  const noted = { metadata: { lang: 'de' }, given: ['lang'], layout: { lang: 'markdown' } };
  operations.search = async (request, context) => {
    const answer = await found(request, context);
    return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, ...noted })) };
  };
  const { call } = await connect();
  await call('index_codebase', { path: folder.root });
  const { text } = await call('search_code', { path: folder.root, query: 'pigeon', extensionFilter: ['.md'] });
  expect(text).toContain('Code snippet (markdown) [shop]');
});

describe('an engine that is away', () => {
  const reason = 'Qdrant at http://localhost:6333 does not answer.';
  /** Searches find nothing in the collections of these names. */
  function without(isAway: (collection: string) => boolean) {
    const found = operations.search.bind(operations);
    operations.search = async (request, context) => {
      const { hits, coverage, ...rest } = await found(request, context);
      return {
        ...rest,
        hits: hits.filter(({ collection }) => !isAway(collection)),
        coverage: coverage.map((one) =>
          isAway(one.collection) ? { ...one, status: 'failed' as const, code: 'ENGINE.UNAVAILABLE', reason } : one,
        ),
      };
    };
  }

  it('does not make an error of a codebase that was cleared', async () => {
    const { call } = await connect();
    await call('index_codebase', { path: folder.root });
    const points = operations.getPoints.bind(operations);
    operations.listSources = () => Promise.resolve([SourceSummary.parse({ ...SHOP, location: folder.root })]);
    let looks = 0;
    operations.getPoints = (input) => (looks++ === 0 ? Promise.reject(retryable('ENGINE.UNAVAILABLE', reason)) : points(input));
    expect(await call('clear_index', { path: folder.root })).toMatchObject({
      isError: false,
      text: `Successfully cleared codebase '${folder.root}'`,
    });
    expect(looks).toBeGreaterThan(1);
  });

  it('is not what a source is that waits for a confirmation: all of it was searched', async () => {
    const found = operations.search.bind(operations);
    const why = { status: 'stale' as const, code: 'SOURCE.STALE', reason: '277 of 359 documents would be deleted.' };
    operations.search = async (request, context) => {
      const answer = await found(request, context);
      return { ...answer, coverage: answer.coverage.map((one) => ({ ...one, ...why })) };
    };
    const { call } = await connect();
    await call('index_codebase', { path: folder.root });
    const { text } = await call('search_code', { path: folder.root, query: 'pigeon' });
    expect(text).toContain('\nMay be out of date: shop-docs, shop-code: 277 of 359 documents would be deleted.\n');
    expect(text).not.toContain('Not everything');
  });

  it('is an error where nothing was searched, not an empty answer', async () => {
    const { call } = await connect();
    await call('index_codebase', { path: folder.root });
    without(() => true);
    const { isError, text } = await call('search_code', { path: folder.root, query: 'pigeon' });
    expect(isError).toBe(true);
    expect(text).toContain(`was not searched: ${reason}`);
  });

  it('is named beside what the others have, and beside nothing', async () => {
    const { call } = await connect();
    await call('index_codebase', { path: folder.root });
    without((collection) => collection.endsWith('-code'));
    const said = `Not everything was searched: shop-code: ${reason}`;
    const found = (await call('search_code', { path: folder.root, query: 'pigeon' })).text;
    expect(found).toContain('Location: README.md:1-1');
    expect(found).toContain(said);
    expect((await call('search_code', { path: folder.root, query: 'zeppelin' })).text).toContain(said);
  });
});

describe('a search in a part of a codebase', () => {
  it('finds what lies in the folder, or has the extension, however much elsewhere fits better', async () => {
    for (let n = 0; n < 120; n++) await folder.write(`src/pigeons/p${n.toString()}.ts`, 'pigeon loft');
    await folder.write('docs/birds/pigeon.toml', 'pigeon');
    await folder.write('pigeons/src/last.ts', 'pigeon');
    const { call } = await connect();
    await call('index_codebase', { path: folder.root });
    const found = async (args: object) => (await call('search_code', { path: folder.root, query: 'pigeon loft', ...args })).text;
    expect(await found({ path: join(folder.root, 'docs/birds') })).toContain('Location: docs/birds/pigeon.toml:1-1');
    expect(await found({ extensionFilter: ['.toml'] })).toContain('Location: docs/birds/pigeon.toml:1-1');
    // The words of its path are those of a hundred others.
    expect(await found({ path: join(folder.root, 'pigeons'), extensionFilter: ['.ts'] })).toContain('Location: pigeons/src/last.ts:1-1');
    // What lies elsewhere was not looked through, and the folder may be none.
    expect(await found({ path: join(folder.root, 'birds') })).toBe(
      `No results found for query: "pigeon loft" in 'birds' of codebase '${folder.root}'`,
    );
  });
});

it('knows a codebase by every path that leads to it, links on the way', async () => {
  const { call } = await connect();
  await call('index_codebase', { path: folder.root });
  const link = `${folder.root}-link`;
  await symlink(folder.root, link);
  expect((await call('get_indexing_status', { path: link })).text).toContain(`Codebase '${folder.root}' is fully indexed`);
  expect((await call('search_code', { path: join(link, 'src'), query: 'pigeon' })).text).toContain('Location: src/cart.ts:1-1');
  expect((await call('clear_index', { path: link })).text).toBe(`Successfully cleared codebase '${folder.root}'`);
});
