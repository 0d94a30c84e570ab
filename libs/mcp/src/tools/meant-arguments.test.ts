import { StoreAnswer } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { connectInProcess } from '../clients/in-process.fixture.js';
import { connectDialects } from '../dialects/projects/project-world.fixture.js';
import { ScriptedSearch, callTool, connectQdrant, searched } from '../dialects/qdrant/qdrant-client.fixture.js';

const FILTER = { must: [{ key: 'metadata.room', match: { value: '5' } }] };

/** What the search is asked for by such arguments. */
async function asked(args: Readonly<Record<string, unknown>>): Promise<unknown> {
  const operations = new ScriptedSearch({ coverage: [searched('notes')] });
  const client = await connectInProcess(operations);
  const { isError, content } = await client.callTool({ name: 'search', arguments: { query: 'backup', ...args } });
  expect(isError, JSON.stringify(content)).not.toBe(true);
  return operations.requests[0];
}

describe('arguments as clients send them', () => {
  it('are left out where they are null', async () => {
    const names = ['collections', 'filter', 'cursor', 'limit', 'since', 'min_relevance', 'weights', 'rerank', 'algorithm', 'after'];
    const given = { ...Object.fromEntries(names.map((name) => [name, null])), priorities: { order: ['notes'], strategy: null } };
    expect(await asked(given)).toEqual(await asked({ priorities: { order: ['notes'] } }));
  });

  it.each([
    ['a number', { limit: '5', min_relevance: '0.3' }, { limit: 5, min_relevance: 0.3 }],
    ['true or false', { rerank: 'true', collapse: 'false' }, { rerank: true, collapse: false }],
    ['one text of a list', { collections: 'shop-docs' }, { collections: ['shop-docs'] }],
    ['every collection', { collections: '*' }, { collections: ['*'] }],
    ['the JSON of a list', { collections: '["shop-docs","notes"]' }, { collections: ['shop-docs', 'notes'] }],
    ['the JSON of an object', { filter: JSON.stringify(FILTER) }, { filter: FILTER }],
    ['both within an object', { weights: '{"semantic":"2","keyword":null}' }, { weights: { semantic: 2 } }],
    ['the JSON of a clause', { filter: { must: JSON.stringify(FILTER.must) } }, { filter: FILTER }],
  ])('are taken for what they mean: %s', async (_, given, meant) => {
    expect(await asked(given)).toEqual(await asked(meant));
  });

  it('stay as they are where a text may stand, whatever it is the JSON of', async () => {
    expect(await asked({ query: '["a"]', after: 'null' })).toMatchObject({ query: '["a"]', after: 'null' });
    expect(await asked({ query: '7' })).toMatchObject({ query: '7' });
  });

  it('are refused by the words of the tool where they mean nothing', async () => {
    const client = await connectInProcess(new MemoryOperations());
    const ask = async (args: Record<string, unknown>) =>
      JSON.stringify((await client.callTool({ name: 'search', arguments: args })).content);
    expect(await ask({ query: 'a', limit: 'ten' })).toContain('limit: expected a number, got a text.');
    expect(await ask({ query: 'a', filter: '["a"]' })).toContain('FILTER.INVALID: filter: expected an object');
    expect(await ask({ query: 'a', collections: '[1]' })).toContain('collections.0: expected a text, got a number.');
    expect(await ask({ query: 'a', collections: 'shop-docs, notes' })).toContain('collections: expected a list, got a text.');
    expect(await ask({ query: null })).toContain('query: is missing: give a text.');
    expect(await ask({ query: 'a', ['__proto__']: null, constructor: null })).toContain('Unknown field');
  });
});

describe('every tool takes them', () => {
  it('what is kept with a text keeps its nulls and its texts', async () => {
    const operations = new MemoryOperations();
    const client = await connectInProcess(operations);
    const metadata = { team: 'infra', room: '5', door: null };
    const stored = await client.callTool({ name: 'store', arguments: { text: 'a', tags: 'ops', metadata: JSON.stringify(metadata) } });
    const { uri } = StoreAnswer.parse(stored.structuredContent);
    const { structuredContent } = await client.callTool({ name: 'fetch', arguments: { uri, end_line: null } });
    expect(structuredContent).toMatchObject({ metadata });
  });

  it('what is kept in a list is refused as one text of several', async () => {
    const client = await connectInProcess(new MemoryOperations());
    const { isError, content } = await client.callTool({ name: 'store', arguments: { text: 'a', tags: 'ops, infra' } });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('tags: expected a list, got a text.');
  });

  it('qdrant', async () => {
    const operations = new ScriptedSearch({ coverage: [searched('notes')] });
    const client = await connectQdrant(operations, { collection: 'notes' });
    await callTool(client, 'qdrant-find', { query: 'a', collections: '["notes"]', query_filter: JSON.stringify(FILTER), mode: null });
    await callTool(client, 'qdrant-find', { query: 'a', collections: null, query_filter: null, limit: null, rerank: null });
    expect(operations.requests).toMatchObject([{ collections: ['notes'], filter: FILTER }, { collections: ['notes'] }]);
    expect(operations.requests[1]).not.toHaveProperty('filter');
  });

  it('qdrant-multi', async () => {
    const { call } = await connectDialects(new MemoryOperations(), 'qdrant-multi');
    await call('create_collection', { name: 'notes', vectors: null });
    const points = [{ id: 'a', text: 'one', vector: null, payload: '{"n":1}' }];
    expect(await call('upsert_points', { collection: 'notes', points: JSON.stringify(points) })).toMatchObject({ isError: false });
    expect((await call('delete_points', { collection: 'notes', ids: 'a' })).structured).toMatchObject({ deleted: 1 });
    expect((await call('purge_collection', { collection: 'notes', filter: null })).isError).toBe(false);
  });

  it('claude-context and project-code', async () => {
    const { call } = await connectDialects(new MemoryOperations(), 'claude-context,project-code');
    for (const [tool, args] of [
      ['search_code', { path: '/shop', query: 'a', extensionFilter: null, limit: '3' }],
      ['index_codebase', { path: '/nowhere', ignorePatterns: '*.log', force: 'false' }],
      ['search', { query: 'a', scope: 'shop-code', mode: null, project_root: null }],
      ['reindex', { paths: 'src/cart.ts' }],
    ] as const) {
      const { structured } = await call(tool, args);
      expect(structured ?? {}, tool).not.toMatchObject({ error: { code: 'REQUEST.INVALID' } });
    }
  });

  it('notes, whichever way a name is spelt', async () => {
    const { call } = await connectDialects(new MemoryOperations(), 'notes');
    const { text } = await call('search_knowledge_base', { query: 'a', collection_name: 'none', context_mode: null });
    expect(text).not.toContain('contextMode');
  });
});
