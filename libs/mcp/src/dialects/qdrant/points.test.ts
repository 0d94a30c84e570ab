import { randomUUID } from 'node:crypto';
import type { CreateCollectionInput, DeleteInput } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { collectionNameOf } from '@tributary/kernel/ids';
import { MemoryOperations } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { callTool, connectQdrant } from './qdrant-client.fixture.js';

async function remembered(operations = new MemoryOperations()) {
  const client = await connectQdrant(operations);
  const { texts } = await callTool(client, 'qdrant-store', {
    information: 'Backups run at three.',
    collection_name: 'notes',
    metadata: { lang: 'en' },
  });
  return { client, operations, text: texts[0] ?? '', id: /point_id: ([0-9a-f-]{36})/.exec(texts[0] ?? '')?.[1] ?? '' };
}

describe('qdrant-store', () => {
  it('makes a missing collection and answers in the words of mcp-server-qdrant, with the id of the point', async () => {
    const { client, text, id } = await remembered();
    expect(text).toBe(`Remembered: Backups run at three. in collection notes (point_id: ${id})`);
    const { texts } = await callTool(client, 'qdrant-retrieve', { point_id: id, collection_name: 'notes' });
    expect(texts[0]).toContain(`<entry><id>${id}</id><content>Backups run at three.</content>`);
    expect(texts[0]).toContain('"lang":"en"');
    expect(texts[0]).toContain('"collection":"notes"');
  });

  it('says which secrets are kept masked', async () => {
    const operations = new MemoryOperations();
    const store = operations.store.bind(operations);
    operations.store = async (input) => ({ ...(await store(input)), masked: { 'aws-access-key': 1, jwt: 2 } });
    const { text, id } = await remembered(operations);
    expect(text).toMatch(new RegExp(`\\(point_id: ${id}\\)\\. 3 secrets in it are kept masked \\(aws-access-key, jwt\\)\\.$`));
  });

  it('takes metadata as the JSON some clients send, and nothing else that is no object', async () => {
    const client = await connectQdrant();
    const base = { information: 'x', collection_name: 'notes' };
    expect((await callTool(client, 'qdrant-store', { ...base, metadata: '{"a":1}' })).isError).toBe(false);
    expect((await callTool(client, 'qdrant-store', { ...base, metadata: null })).isError).toBe(false);
    expect(await callTool(client, 'qdrant-store', { ...base, metadata: 'a' })).toMatchObject({
      isError: true,
      texts: ['metadata: expected an object, got a text.'],
    });
  });

  it('refuses what cannot be kept', async () => {
    const client = await connectQdrant();
    const store = (args: Record<string, unknown>) => callTool(client, 'qdrant-store', args);
    expect(await store({ information: ' ', collection_name: 'notes' })).toMatchObject({
      isError: true,
      texts: ['The information is empty: give the text to remember.'],
    });
    expect(await store({ information: 'x' })).toMatchObject({
      isError: true,
      texts: ['No collection was named and there is no default one: pass collection_name, or set COLLECTION_NAME.'],
    });
    expect((await store({ information: 'x', collection_name: 'no such name' })).texts[0]).toMatch(
      /^collection_name: A collection name starts/,
    );
    expect((await store({ collection_name: 'notes' })).texts).toEqual(['information: is missing: give a text.']);
  });

  it('stores into the default collection', async () => {
    const client = await connectQdrant(undefined, { collection: 'memories' });
    expect((await callTool(client, 'qdrant-store', { information: 'x' })).texts[0]).toContain('in collection memories (');
  });

  it('tells of a default collection that can be none what to set, not of an argument that nobody gave', async () => {
    const client = await connectQdrant(new MemoryOperations(), { collection: 'my memories' });
    const { isError, texts } = await callTool(client, 'qdrant-store', { information: 'a' });
    expect(isError).toBe(true);
    expect(texts).toEqual([
      'The default collection "my memories" does not exist, and none can be made under that name: pass collection_name, or have COLLECTION_NAME (dialects.qdrant.collection) set to letters, digits, ".", "_" and "-", such as my-memories.',
    ]);
  });

  it('makes a collection with the model and the name of the vector that are set, once', async () => {
    const made: CreateCollectionInput[] = [];
    class Recording extends MemoryOperations {
      override createCollection(input: CreateCollectionInput) {
        made.push(input);
        return super.createCollection(input);
      }
    }
    const client = await connectQdrant(new Recording(), { model: 'minilm', vectorName: 'fast-minilm' });
    for (const information of ['a', 'b']) await callTool(client, 'qdrant-store', { information, collection_name: 'notes' });
    expect(made).toEqual([{ name: 'notes', description: '', model: 'minilm', vector: { name: 'fast-minilm' } }]);
  });
});

describe('qdrant-retrieve', () => {
  it('says which point is not there', async () => {
    const { client } = await remembered();
    expect(await callTool(client, 'qdrant-retrieve', { point_id: '1-2-3', collection_name: 'notes' })).toMatchObject({
      isError: true,
      code: 'POINT.NOT_FOUND',
      texts: ['Point 1-2-3 not found in collection notes'],
    });
    expect(await callTool(client, 'qdrant-retrieve', { point_id: '1-2-3', collection_name: 'nope' })).toMatchObject({
      isError: true,
      texts: ['Unknown collection "nope". Known collections: notes.'],
    });
    expect((await callTool(client, 'qdrant-retrieve', { point_id: '', collection_name: 'notes' })).texts).toEqual([
      'The point_id is empty: give the id of a point.',
    ]);
  });
});

describe('qdrant-delete', () => {
  it('deletes by ids', async () => {
    const { client, id } = await remembered();
    const gone = await callTool(client, 'qdrant-delete', { collection_name: 'notes', point_ids: [id] });
    expect(gone.texts).toEqual(['Deleted 1 point from collection notes.']);
    expect((await callTool(client, 'qdrant-retrieve', { point_id: id, collection_name: 'notes' })).isError).toBe(true);
  });

  it('deletes by a filter', async () => {
    const { client } = await remembered();
    const by = (lang: string) => ({ must: [{ key: 'metadata.lang', match: { value: lang } }] });
    const remove = (query_filter: unknown) => callTool(client, 'qdrant-delete', { collection_name: 'notes', query_filter });
    expect((await remove(by('de'))).texts).toEqual(['Deleted 0 points from collection notes.']);
    expect((await remove(by('en'))).texts).toEqual(['Deleted 1 point from collection notes.']);
  });

  it('says how many whole documents went where they are more than the points named', async () => {
    class LongDocuments extends MemoryOperations {
      override async delete(input: DeleteInput) {
        return { ...(await super.delete(input)), chunks: 212 };
      }
    }
    const { client, id } = await remembered(new LongDocuments());
    const gone = await callTool(client, 'qdrant-delete', { collection_name: 'notes', point_ids: [id] });
    expect(gone.texts).toEqual(['Deleted 212 points from collection notes, 1 whole document.']);
  });

  it('says which of the points named are not there', async () => {
    const operations = new MemoryOperations();
    operations.delete = ({ dry_run }) => Promise.resolve({ documents: 0, chunks: 0, dry_run, notes: ['Not there: 1-2-3.'] });
    const { client } = await remembered(operations);
    const gone = await callTool(client, 'qdrant-delete', { collection_name: 'notes', point_ids: ['1-2-3'] });
    expect(gone.texts).toEqual(['Deleted 0 points from collection notes. Not there: 1-2-3.']);
  });

  it.each([
    [{}, 'Give either point_ids or query_filter.'],
    [{ point_ids: ['a'], query_filter: { must: [] } }, 'Give either point_ids or query_filter.'],
    [{ point_ids: [] }, 'point_ids is an empty list: name the points to delete.'],
    [{ query_filter: {} }, 'An empty filter would delete everything: write a condition.'],
  ])('refuses %j', async (args, message) => {
    const { client } = await remembered();
    expect(await callTool(client, 'qdrant-delete', { collection_name: 'notes', ...args })).toMatchObject({
      isError: true,
      texts: [message],
    });
  });

  it('takes ids alone where filters are switched off', async () => {
    const client = await connectQdrant(undefined, { allowArbitraryFilter: false, collection: 'notes' });
    expect((await callTool(client, 'qdrant-delete', {})).texts).toEqual(['Give point_ids: the ids of the points to delete.']);
  });
});

it('points are found by their ids without hyphens, too', async () => {
  const { client, id } = await remembered();
  const bare = id.replaceAll('-', '');
  const point = { point_id: bare, collection_name: 'notes' };
  expect((await callTool(client, 'qdrant-retrieve', point)).texts[0]).toContain(`<entry><id>${id}</id>`);
  const deleted = await callTool(client, 'qdrant-delete', { point_ids: [bare], collection_name: 'notes' });
  expect(deleted.texts).toEqual(['Deleted 1 point from collection notes.']);
});

it('an id of such digits that names something as it stands means that', async () => {
  const { client, operations, id } = await remembered();
  const bare = id.replaceAll('-', '');
  const other = randomUUID().replaceAll('-', '');
  for (const named of [bare, other]) {
    await operations.ingestDocuments([{ v: 1, collection: 'notes', id: named, content: `Document ${named}` }]);
  }
  const point = { point_id: bare, collection_name: 'notes' };
  expect((await callTool(client, 'qdrant-retrieve', point)).texts[0]).toContain(`Document ${bare}`);
  expect((await callTool(client, 'qdrant-retrieve', { ...point, point_id: other })).texts[0]).toContain(`Document ${other}`);
  const deleted = await callTool(client, 'qdrant-delete', { point_ids: [bare, other], collection_name: 'notes' });
  expect(deleted.texts).toEqual(['Deleted 2 points from collection notes.']);
  expect((await callTool(client, 'qdrant-retrieve', { ...point, point_id: id })).isError).toBe(false);
});

it('documents are found by their ids without hyphens where these have hyphens', async () => {
  const { client, operations, id } = await remembered();
  const [named, missing] = [randomUUID(), randomUUID()];
  await operations.ingestDocuments([{ v: 1, collection: 'notes', id: named, content: `Document ${named}` }]);
  const bare = (one: string) => one.replaceAll('-', '');
  const retrieve = async (point: string) =>
    (await callTool(client, 'qdrant-retrieve', { point_id: point, collection_name: 'notes' })).texts[0];
  expect(await retrieve(bare(named))).toContain(`Document ${named}`);
  expect(await retrieve(bare(missing))).toBe(`Point ${bare(missing)} not found in collection notes`);
  const all = { point_ids: [missing, named, id].map(bare), collection_name: 'notes' };
  expect((await callTool(client, 'qdrant-delete', all)).texts[0]).toContain('Deleted 2 points from collection notes.');
});

it('of many ids each is told apart', async () => {
  const { client, operations } = await remembered();
  const ids: string[] = [];
  for (const n of [1, 2, 3, 4, 5]) {
    const { texts } = await callTool(client, 'qdrant-store', { information: `Text ${n.toString()}`, collection_name: 'notes' });
    const bare = (/point_id: ([0-9a-f-]{36})/.exec(texts[0] ?? '')?.[1] ?? '').replaceAll('-', '');
    ids.push(bare);
    if (n % 2 === 0) await operations.ingestDocuments([{ v: 1, collection: 'notes', id: bare, content: `Document ${n.toString()}` }]);
  }
  const deleted = await callTool(client, 'qdrant-delete', { point_ids: ids, collection_name: 'notes' });
  expect(deleted.texts).toEqual(['Deleted 5 points from collection notes.']);
  const { points } = await operations.getPoints({ collection: 'notes', limit: 100 });
  expect(points.map(({ content }) => content).toSorted()).toEqual(['Backups run at three.', 'Text 2', 'Text 4']);
});

it('deletes by a token that may not look, by the ids as they stand', async () => {
  const { client, operations, id } = await remembered();
  const asked: string[][] = [];
  operations.getPoints = ({ ids = [] }) => {
    asked.push(ids);
    return Promise.reject(permanent('ACCESS.DENIED', 'This needs the scope search:read'));
  };
  const remove = async (point: string) =>
    (await callTool(client, 'qdrant-delete', { point_ids: [point], collection_name: 'notes' })).texts[0];
  expect(await remove(id.replaceAll('-', ''))).toContain('Deleted 0 points from collection notes.');
  expect(asked).toEqual([[id]]);
  expect(await remove(id)).toBe('Deleted 1 point from collection notes.');
  expect(asked).toHaveLength(1);
});

it('all take the name that its maker gave a collection', async () => {
  const operations = new MemoryOperations();
  const here = collectionNameOf('My memories');
  await operations.ingestDocuments([{ v: 1, collection: here, id: 'a', content: 'Backups run at three.' }]);
  const client = await connectQdrant(operations, { collection: 'My memories', model: 'minilm' });
  const call = async (name: string, args: Record<string, unknown>) => (await callTool(client, name, args)).texts;
  expect((await call('qdrant-find', { query: 'backups', mode: 'full' })).join(' ')).toContain(`"collection":"${here}"`);
  const [stored = ''] = await call('qdrant-store', { information: 'x' });
  expect(stored).toMatch(new RegExp(`^Remembered: x in collection ${here} `));
  const id = /point_id: ([0-9a-f-]{36})/.exec(stored)?.[1] ?? '';
  expect((await call('qdrant-retrieve', { point_id: id }))[0]).toContain(`"collection":"${here}"`);
  expect(await call('qdrant-delete', { point_ids: [id] })).toEqual(['Deleted 1 point from collection My memories.']);
  expect(await call('qdrant-retrieve', { point_id: id })).toEqual([`Point ${id} not found in collection My memories`]);
});

it('leaves store and delete out where it is read only', async () => {
  const client = await connectQdrant(undefined, { readOnly: true });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['qdrant-find', 'qdrant-retrieve']);
});
