import { MemoryOperations } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { connectDialects, converse } from '../projects/project-world.fixture.js';
import { ScriptedSearch, hit, searched } from '../qdrant/qdrant-client.fixture.js';

describe('the tools of qdrant-multi', () => {
  it('are exactly those of fixtures/tool-list.json [004-86]', async () => {
    const { client } = await connectDialects(new MemoryOperations(), 'qdrant-multi');
    const { tools } = await client.listTools();
    await expect(`${JSON.stringify(tools, undefined, 2)}\n`).toMatchFileSnapshot('fixtures/tool-list.json');
  });

  it('ask for every copy of a passage: a result has no room for the addresses of those it would stand for', async () => {
    const operations = new ScriptedSearch({ hits: [hit(1)], coverage: [searched('notes')] });
    const { client } = await connectDialects(operations, 'qdrant-multi');
    await client.callTool({ name: 'search_collections', arguments: { query: 'backup', collections: ['*'] } });
    expect(operations.requests.map(({ collapse }) => collapse)).toEqual([false]);
  });

  it.each([
    [{ dense: { size: 'large', distance: 'Cosine' } }, 'vectors.dense.size: expected a number, got a text.'],
    [{ dense: { size: 'large', distance: 1 } }, 'vectors.dense.size: expected a number, got a text. vectors.dense.distance: expected'],
    [{ size: '384' }, 'vectors.size: expected a number, got a text.'],
    [{ size: 384, on_disk: true }, 'Unknown field "on_disk" in vectors'],
    [{ dense: { size: 384 }, sparse: {} }, 'vectors.sparse.size: is missing: give a number.'],
    [384, 'vectors: expected an object, got a number.'],
  ])('say which part of vectors is wrong: %j', async (vectors, message) => {
    const { call } = await connectDialects(new MemoryOperations(), 'qdrant-multi');
    const { isError, text } = await call('create_collection', { name: 'a', vectors });
    expect(isError).toBe(true);
    expect(text).toContain(message);
  });

  it('tell who empties a collection with an empty filter to leave it out', async () => {
    const operations = new MemoryOperations();
    await operations.ingestDocuments([{ v: 1, collection: 'notes', id: 'a', content: 'text' }]);
    const { call } = await connectDialects(operations, 'qdrant-multi');
    const { text, structured } = await call('purge_collection', { collection: 'notes', filter: {} });
    expect(text).toBe('The filter has no condition: leave filter out to empty the collection, or give a condition.');
    expect(structured).toMatchObject({ error: { code: 'DELETE.EMPTY_FILTER' } });
  });

  it('say how many whole documents went with the points that were named', async () => {
    const operations = new MemoryOperations();
    operations.delete = ({ dry_run }) => Promise.resolve({ documents: 2, chunks: 212, dry_run });
    await operations.ingestDocuments([{ v: 1, collection: 'notes', id: 'a', content: 'text' }]);
    const { call } = await connectDialects(operations, 'qdrant-multi');
    const filter = { must: [{ key: 'chunk_index', match: { value: 1 } }] };
    const expected = { status: 'completed', deleted: 212, documents: 2 };
    expect((await call('purge_collection', { collection: 'notes', filter })).structured).toEqual(expected);
    expect((await call('delete_points', { collection: 'notes', ids: ['a', 'b'] })).structured).toEqual(expected);
    expect((await call('purge_collection', { collection: 'notes' })).structured).toEqual({ status: 'completed', deleted: 1 });
  });

  it('say which documents a filter leaves in place', async () => {
    const operations = new MemoryOperations();
    const message = 'tributary://notes/box.mbox stays.';
    operations.delete = ({ dry_run }) => Promise.resolve({ documents: 1, chunks: 2, dry_run, notes: [message] });
    await operations.ingestDocuments([{ v: 1, collection: 'notes', id: 'a', content: 'text' }]);
    const { call } = await connectDialects(operations, 'qdrant-multi');
    const filter = { must: [{ key: 'modified_at', range: { lt: '2020-01-01' } }] };
    const { structured } = await call('purge_collection', { collection: 'notes', filter });
    expect(structured).toEqual({ status: 'completed', deleted: 2, documents: 1, message });
  });

  it('answer a scripted conversation as fixtures/conversation.json has it [004-85]', async () => {
    const operations = new MemoryOperations();
    await operations.ingestDocuments([
      { v: 1, collection: 'notes', id: 'a', title: 'Backups', path: 'ops/backup.md', content: 'The nightly backup runs at three.' },
      { v: 1, collection: 'code', id: 'b', title: 'backup.ts', path: 'src/backup.ts', content: 'export function backup() {}' },
    ]);
    const script: readonly (readonly [string, Record<string, unknown>])[] = [
      ['list_collections', {}],
      ['search_collections', { query: 'backup', collections: ['notes', 'code'] }],
      ['search_collections', { query: 'nightly', collections: ['*'], mode: 'rrf', limit: 1 }],
      ['search_collections', { query: 'nightly', collections: ['notes'], mode: 'dbsf' }],
      ['search_collections', { query: 'nightly', collections: [] }],
      ['search_collections', { query: 'nightly', collections: ['nowhere'] }],
      ['search_collections', { query: '', collections: ['notes'] }],
      ['search_collections', { query: 'nightly', collections: ['notes'], limit: 0 }],
      ['create_collection', { name: 'ideas', vectors: { dense: { size: 256, distance: 'Cosine' } } }],
      ['create_collection', { name: 'ideas', vectors: {} }],
      ['create_collection', { name: 'two', vectors: { a: { size: 256, distance: 'Cosine' }, b: { size: 256, distance: 'Cosine' } } }],
      ['create_collection', { name: 'far', vectors: { a: { size: 256, distance: 'Manhattan' } } }],
      ['upsert_points', { collection: 'ideas', points: [{ id: 'one', text: 'A boat on the lake.', payload: { mood: 'calm' } }] }],
      ['upsert_points', { collection: 'ideas', points: [{ payload: { mood: 'calm' } }] }],
      ['upsert_points', { collection: 'ideas', points: [] }],
      ['search_collections', { query: 'boat', collections: ['ideas'] }],
      ['delete_points', { collection: 'ideas', ids: ['one'] }],
      ['delete_points', { collection: 'ideas', ids: [] }],
      ['delete_points', { collection: 'nowhere', ids: ['one'] }],
      ['purge_collection', { collection: 'notes' }],
      ['purge_collection', { collection: 'code', filter: { must: [{ key: 'colour' }] } }],
      ['purge_collection', { collection: 'nowhere' }],
    ];
    await expect(await converse(await connectDialects(operations, 'qdrant-multi'), script, '/none')).toMatchFileSnapshot(
      'fixtures/conversation.json',
    );
  });
});
