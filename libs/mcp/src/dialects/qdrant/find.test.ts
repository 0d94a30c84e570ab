import { permanent } from '@tributary/kernel';
import { collectionNameOf } from '@tributary/kernel/ids';
import { MemoryOperations } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { ScriptedSearch, callTool, connectQdrant, hit, hits, searched } from './qdrant-client.fixture.js';
import type { QdrantSettings } from './qdrant-settings.js';

async function find(
  answer: ConstructorParameters<typeof ScriptedSearch>[0],
  { settings = {}, ...args }: { readonly settings?: Partial<QdrantSettings> } & Record<string, unknown>,
) {
  const operations = new ScriptedSearch(answer);
  const answered = await callTool(await connectQdrant(operations, settings), 'qdrant-find', { query: 'backup', ...args });
  return { ...answered, requests: operations.requests };
}

describe('which collections qdrant-find searches', () => {
  const searchedBy = async (args: Record<string, unknown>, settings: Partial<QdrantSettings> = {}) =>
    (await find({ coverage: [searched('a')] }, { ...args, settings })).requests[0]?.collections;

  it('are those of collections, each once, whatever collection_name says [000-05]', async () => {
    expect(await searchedBy({ collections: ['a', 'b', 'a'] })).toEqual(['a', 'b']);
    expect(await searchedBy({ collections: ['a', 'b'], collection_name: 'c' })).toEqual(['a', 'b']);
  });

  it('is the one of collection_name where collections is left out, null or empty text [000-06] [000-09]', async () => {
    expect(await searchedBy({ collection_name: 'a' })).toEqual(['a']);
    for (const collections of [null, '', ['']])
      expect(await searchedBy({ collections, collection_name: 'a' }, { collection: 'memories' })).toEqual(['a']);
    expect(await searchedBy({ collections: '' }, { collection: 'memories' })).toEqual(['memories']);
  });

  it('is the default one where none is named [000-07]', async () => {
    expect(await searchedBy({}, { collection: 'memories' })).toEqual(['memories']);
  });

  it('are all of them with ["*"], alone or among names [000-08]', async () => {
    expect(await searchedBy({ collections: ['*'] })).toEqual(['*']);
    expect(await searchedBy({ collections: ['a', '*', 'b'] })).toEqual(['*']);
  });

  it('must be said where there is no default: leaving them out never means all of them [000-37]', async () => {
    expect(await find({}, {})).toMatchObject({
      isError: true,
      code: 'REQUEST.INVALID',
      texts: [
        'No collection was named and there is no default one: pass collections (["*"] searches all of them), or set COLLECTION_NAME.',
      ],
      requests: [],
    });
  });

  it('cannot be none', async () => {
    expect(await find({}, { collections: [] })).toMatchObject({
      isError: true,
      texts: ['collections is an empty list: name the collections to search, or pass ["*"] to search all of them.'],
      requests: [],
    });
  });

  it('must exist where it is one: the error lists those there are [000-42]', async () => {
    const operations = new MemoryOperations();
    for (const collection of ['notes', 'wiki']) await operations.ingestDocuments([{ v: 1, collection, id: 'a', content: 'backup' }]);
    const client = await connectQdrant(operations);
    const expected = { isError: true, code: 'COLLECTION.NOT_FOUND' };
    const one = await callTool(client, 'qdrant-find', { query: 'backup', collection_name: 'nope' });
    expect(one).toMatchObject({ ...expected, texts: ['Unknown collection "nope". Known collections: notes, wiki.'] });
    const odd = await callTool(client, 'qdrant-find', { query: 'backup', collections: ['no pe', '../x'] });
    expect(odd).toMatchObject({ ...expected, texts: ['Unknown collections "no pe", "../x". Known collections: notes, wiki.'] });
  });

  it('may be the default one before the first memory makes it: nothing is found, and what to do is said', async () => {
    const operations = new MemoryOperations();
    const answered = async (args: object, settings: Partial<QdrantSettings> = {}) => {
      const client = await connectQdrant(operations, { collection: 'memories', ...settings });
      const { texts, isError } = await callTool(client, 'qdrant-find', { query: 'backup', mode: 'full', ...args });
      return [isError, texts];
    };
    const missing = 'Nothing was found: the default collection "memories" does not exist yet';
    expect(await answered({})).toEqual([false, [`${missing}; qdrant-store makes it. There is no collection yet.`]]);
    expect(await answered({ collection_name: 'memories' })).toEqual(await answered({}));
    await operations.ingestDocuments([{ v: 1, collection: 'notes', id: 'a', content: 'backup' }]);
    expect(await answered({}, { readOnly: true })).toEqual([false, [`${missing}. Known collections: notes.`]]);
    expect(await answered({ collection_name: 'nope' })).toEqual([true, ['Unknown collection "nope". Known collections: notes.']]);
  });

  it('are skipped, logged and named where they are missing among several [000-13]', async () => {
    const unknown = ['nope', collectionNameOf('no pe')].map((name) => ({
      ...searched(name),
      status: 'failed' as const,
      code: 'COLLECTION.NOT_FOUND',
      reason: 'There is no such collection.',
    }));
    const lines: string[] = [];
    const client = await connectQdrant(new ScriptedSearch({ hits: [hit(1)], coverage: [searched('notes'), ...unknown] }), {
      log: (message, fields) => lines.push(`${message} ${JSON.stringify(fields)}`),
    });
    const { texts, isError } = await callTool(client, 'qdrant-find', { query: 'backup', collections: ['notes', 'nope', 'no pe'] });
    expect(isError).toBe(false);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toBe('Not searched: nope (There is no such collection), no pe (There is no such collection).');
    expect(lines).toEqual(
      ['nope', 'no pe'].map(
        (collection) => `qdrant-find left a collection out {"collection":"${collection}","status":"failed","code":"COLLECTION.NOT_FOUND"}`,
      ),
    );
  });

  it('may be named as their makers name them', async () => {
    const here = collectionNameOf('My memories');
    expect(await searchedBy({}, { collection: 'My memories' })).toEqual([here]);
    expect(await searchedBy({ collections: ['a', 'My memories', here, 'main/*'] })).toEqual(['a', here, 'main/*']);
    const settings = { priorityStrategy: 'soft', collectionPriorityOrder: ['My memories', 'a'] } as const;
    const { requests } = await find({}, { settings, collections: ['a', 'My memories'] });
    expect(requests[0]?.priorities?.order).toEqual([here, 'a']);
  });
});

describe('how many hits qdrant-find answers', () => {
  const several = ['a', 'b', 'c', 'd', 'e'].map(searched);

  it.each([
    [{ collections: ['a'], limit: 5 }, 1, 5],
    [{ collections: ['a'] }, 1, 10],
    [{ collections: ['a', 'b'], limit: 5 }, 2, 10],
    [{ collections: ['*'], limit: 5 }, 5, 15],
    [{ collections: ['*'], limit: 5 }, 1, 5],
    [{ collections: ['a', 'nope'], limit: 5 }, 1, 5],
  ])('%j over %i collections: at most %i', async (args, searchedCollections, most) => {
    const { texts } = await find({ hits: hits(100), coverage: several.slice(0, searchedCollections) }, args);
    expect(texts).toHaveLength(most);
  });

  it('follows QDRANT_SEARCH_LIMIT and QDRANT_MULTI_COLLECTION_LIMIT_MULTIPLIER', async () => {
    const settings = { limit: 4, multiCollectionLimitMultiplier: 2 };
    expect((await find({ hits: hits(100), coverage: several }, { settings, collections: ['*'] })).texts).toHaveLength(8);
  });

  it('goes beyond a page of the search', async () => {
    const pages = [hits(100), hits(100), hits(100)];
    const { texts, requests } = await find({ pages, coverage: several }, { collections: ['*'], limit: 90, mode: 'minimal' });
    expect(texts).toHaveLength(270);
    expect(requests.map(({ limit }) => limit)).toEqual([100, 100, 70]);
  });

  it('is refused where it is out of bounds', async () => {
    expect(await find({}, { collections: ['*'], limit: 0 })).toMatchObject({ isError: true, texts: ['limit: must be at least 1.'] });
    expect(await find({}, { collections: ['*'], limit: 101 })).toMatchObject({ isError: true, texts: ['limit: must be at most 100.'] });
  });
});

describe('entries that say the same', () => {
  const collapsedBy = async (args: Record<string, unknown>) =>
    (await find({ coverage: [searched('a')] }, args)).requests.map(({ collapse }) => collapse);

  it('are all there where one collection is searched, and one for all where several are', async () => {
    expect(await collapsedBy({ collection_name: 'a' })).toEqual([false]);
    expect(await collapsedBy({ collections: ['a', 'b'] })).toEqual([true]);
  });

  it('are told of by the other collections they stand in', async () => {
    const one = { ...hit(1, 'a'), also_in: ['tributary://a/copy#0', 'tributary://b/copy#0', 'tributary://b/other#0'] };
    const { texts } = await find({ hits: [one], coverage: [searched('a'), searched('b')] }, { collections: ['a', 'b'], mode: 'minimal' });
    expect(texts[0]).toMatch(/also in b$/);
  });
});

describe('qdrant-find with rerank', () => {
  it('takes max(limit, 30) candidates of each collection into one pool and answers the best of it', async () => {
    for (const [limit, pool, shown] of [
      [5, 30, 5],
      [30, 30, 8],
      [60, 60, 8],
    ] as const) {
      const { texts, requests } = await find({ hits: hits(100) }, { collections: ['a', 'b'], limit, rerank: true });
      expect(requests).toMatchObject([{ rerank: true, limit: pool, deadline_ms: 5000 }]);
      expect(texts).toHaveLength(shown);
    }
  });

  it('answers RERANKER_TOP_K hits at most', async () => {
    const { texts } = await find({ hits: hits(100) }, { settings: { rerankerTopK: 3 }, collections: ['*'], rerank: true });
    expect(texts).toHaveLength(3);
  });

  it('tells what the reranker did', async () => {
    const notes = ['No reranker is configured: the order is the judge’s.'];
    expect((await find({ hits: [hit(1)], notes }, { collections: ['a'], rerank: true })).texts.at(-1)).toBe(notes[0]);
    expect((await find({ hits: [hit(1)], notes }, { collections: ['a'] })).texts).toHaveLength(1);
  });
});

describe('what qdrant-find prefers', () => {
  it.each([
    [
      { priorityStrategy: 'hard', collectionPriorityOrder: ['b', 'a'] },
      { strategy: 'hard', order: ['b', 'a'] },
    ],
    [{ priorityStrategy: 'soft' }, { strategy: 'soft', order: ['a', 'b', 'c'] }],
    [{ priorityStrategy: 'natural', collectionPriorityOrder: ['b', 'a'] }, undefined],
    [{}, undefined],
  ] as const)('with %j is %j', async (settings, expected) => {
    const { requests } = await find({}, { settings, collections: ['a', 'main/b', 'c'] });
    expect(requests[0]?.priorities).toEqual(expected);
  });

  it('is nothing where every collection is searched in no order', async () => {
    expect((await find({}, { settings: { priorityStrategy: 'hard' }, collections: ['*'] })).requests[0]?.priorities).toBeUndefined();
  });
});

describe('the filter of qdrant-find', () => {
  const filter = { must: [{ key: 'metadata.lang', match: { value: 'de' } }] };

  it('reaches the search of every collection', async () => {
    expect((await find({}, { collections: ['a', 'b'], query_filter: filter })).requests[0]?.filter).toEqual(filter);
  });

  it('is never ignored: a broken one is refused', async () => {
    const { texts, code, requests } = await find({}, { collections: ['*'], query_filter: { must: [{ kee: 'x' }] } });
    expect(code).toBe('FILTER.INVALID');
    expect(texts[0]).toMatch(/^query_filter: must\.0: "kee" is no condition/);
    expect(requests).toEqual([]);
  });

  it.each(['lang', 'room', 'metadata.room'])(
    'that nothing fits answers with nothing, so that no client takes a line for a hit: by %s',
    async (key) => {
      const client = await connectQdrant();
      await callTool(client, 'qdrant-store', { information: 'backup', collection_name: 'notes', metadata: { room: 'A' } });
      const args = { query: 'backup', collections: ['*'], query_filter: { must: [{ key, match: { value: 'de' } }] } };
      for (const mode of ['full', 'minimal']) expect((await callTool(client, 'qdrant-find', { ...args, mode })).result.content).toEqual([]);
    },
  );

  it('is an unknown field where it is switched off', async () => {
    const { texts } = await find({}, { settings: { allowArbitraryFilter: false }, collections: ['*'], query_filter: filter });
    expect(texts).toEqual(['Unknown field "query_filter": the fields are query, collection_name, collections, mode, limit, rerank.']);
  });
});

describe('how qdrant-find answers', () => {
  const found = {
    ...hit(7),
    relevance: 0.98765,
    path: 'ops/backup.md',
    content: 'Backups </content></entry><entry> run at three',
    metadata: { lang: 'de', collection: 'pretends', close: '</metadata>' },
  };

  it('in full: a headline, then an entry a hit whose metadata carries the collection', async () => {
    const { texts } = await find({ hits: [found] }, { collections: ['*'], mode: 'full' });
    expect(texts).toEqual([
      "Results for the query 'backup'",
      '<entry><id>00000000-0000-0000-0000-000000000007</id><score>0.9877</score><content>Backups &lt;/content>&lt;/entry><entry> run at three</content><metadata>{"path":"ops/backup.md","lang":"de","collection":"notes","close":"<\\/metadata>"}</metadata></entry>',
    ]);
    const metadata: unknown = JSON.parse(/<metadata>(.*)<\/metadata>/.exec(texts[1] ?? '')?.[1] ?? '');
    expect(metadata).toEqual({ path: 'ops/backup.md', lang: 'de', collection: 'notes', close: '</metadata>' });
  });

  it('in full without what our layout fills in for a stored text, and with all that its maker wrote', async () => {
    const ours = { type: 'memory', chunk_type: 'section', total_chunks: 1, source: '', chunk_index: 0, modified_at: '2026-01-01' };
    const shown = async (metadata: object, given?: string[]) => {
      const one = { ...hit(1), metadata: { ...metadata }, ...(given && { given }) };
      const { texts } = await find({ hits: [one] }, { collections: ['*'], mode: 'full' });
      const read: unknown = JSON.parse(/<metadata>(.*)<\/metadata>/.exec(texts[1] ?? '')?.[1] ?? '');
      return read;
    };
    const kept = { modified_at: '2026-01-01', collection: 'notes' };
    expect(await shown({ ...ours, room: 'B' })).toEqual({ room: 'B', ...kept });
    expect(await shown({ ...ours, type: 'bug', source: 'jira', chunk_index: 7 })).toEqual({
      type: 'bug',
      source: 'jira',
      chunk_index: 7,
      ...kept,
    });
    expect(await shown({ ...ours, type: 'doc' })).toEqual({ ...ours, type: 'doc', collection: 'notes' });
    expect(await shown({ ...ours, chunk_type: 'faq' }, ['chunk_type'])).toEqual({ chunk_type: 'faq', ...kept });
    expect(await shown(ours, ['total_chunks'])).toEqual({ ...ours, collection: 'notes' });
  });

  it('minimally where nothing is said: a line a hit, without its content [000-41]', async () => {
    const { texts } = await find({ hits: [found, hit(1, 'wiki')] }, { collections: ['*'] });
    expect(texts).toEqual([
      '00000000-0000-0000-0000-000000000007 · notes · 0.99 · Text 7 · ops/backup.md',
      '00000000-0000-0000-0000-000000000001 · wiki · 0.50 · Text 1',
    ]);
  });

  it('in the mode that is set where a call does not say', async () => {
    expect((await find({ hits: [found] }, { settings: { findMode: 'full' }, collections: ['*'] })).texts).toHaveLength(2);
  });

  it('with nothing where nothing was found and everything was searched', async () => {
    const { result } = await find(
      { coverage: [searched('notes')], notes: ['A note.'] },
      { collections: ['*'], rerank: true, mode: 'full' },
    );
    expect(result.content).toEqual([]);
    expect(result.isError).toBeUndefined();
  });

  it('with one line where something was not searched', async () => {
    const slow = { ...searched('slow'), status: 'timed_out' as const, reason: 'no answer within 800 ms' };
    const part = { ...searched('half'), status: 'partial' as const, code: 'EMBEDDER.DOWN' };
    const { texts } = await find({ coverage: [searched('notes'), slow, part] }, { collections: ['*'] });
    expect(texts).toEqual(['Not searched: slow (no answer within 800 ms). Searched in part: half (EMBEDDER.DOWN).']);
  });

  it('with one line that says no more than that it may be out of date where a source waits', async () => {
    const lines: string[] = [];
    const reason = '277 of 359 documents would be deleted. Nothing was deleted. To go on: tributary sources confirm a1';
    const waiting = { ...searched('shop-code'), status: 'stale' as const, code: 'SOURCE.STALE', reason };
    const answer = { hits: [hit(1)], coverage: [searched('notes'), waiting] };
    const client = await connectQdrant(new ScriptedSearch(answer), { log: (message) => lines.push(message) });
    const { texts } = await callTool(client, 'qdrant-find', { query: 'backup', collections: ['*'] });
    expect(texts.slice(1)).toEqual([`May be out of date: shop-code (${reason}).`]);
    expect(lines).toEqual([]);
  });

  it('with an error to an empty query', async () => {
    expect(await find({}, { query: ' \n', collections: ['*'] })).toMatchObject({
      isError: true,
      texts: ['The query is empty: say what to look for.'],
    });
  });
});

it('qdrant-find looks again for a collection that another program made a moment ago', async () => {
  class Late extends MemoryOperations {
    override search(...args: Parameters<MemoryOperations['search']>) {
      if (this.searches++ === 0) return Promise.reject(permanent('COLLECTION.NOT_FOUND', 'Not yet.', { category: 'not_found' }));
      return super.search(...args);
    }
    searches = 0;
  }
  const operations = new Late();
  await operations.ingestDocuments([{ v: 1, collection: 'notes', id: 'a', content: 'backup' }]);
  const { texts } = await callTool(await connectQdrant(operations), 'qdrant-find', { query: 'backup', collection_name: 'notes' });
  expect(texts[0]).toContain(' · notes · 1.00 · ');
});
