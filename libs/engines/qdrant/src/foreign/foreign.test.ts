import { QdrantClient } from '@qdrant/js-client-rest';
import { Card, type Condition } from '@tributary/contracts';
import { sampleCard } from '@tributary/engines-port/memory';
import { beforeAll, expect, it } from 'vitest';
import { clearRequestLog, requestLog } from '../conformance/oracle.fixture.js';
import { describeServed } from '../conformance/use-server.fixture.js';

const VECTORS = [[1, 0, 0], [0.6, 0.8, 0], [0, 0, 2], [0, 3, 0]] as const; // oxfmt-ignore
const BIG_ID = '9007199254740993';

function cardOf(fields: object, dense: string): Card {
  const model = { name: 'theirs', dimension: 3 };
  return Card.parse({ model, vectors: { dense }, fields, created_at: '2026-01-01T00:00:00Z' });
}

describeServed({ name: 'collections of other programs' }, (served) => {
  const foreign = () => {
    const { foreign: collections } = served().engine;
    if (!collections) throw new Error('A Qdrant may hold collections of others.');
    return collections;
  };
  const mcp = cardOf({ text: 'document', metadata: 'metadata', user_id: 'metadata.owner', tags: 'metadata.labels' }, 'fast-bge');
  const langchain = cardOf({ text: 'page_content', metadata: 'metadata', document: 'metadata.source', chunk_index: 'metadata.part' }, '');

  beforeAll(async () => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    await client.createCollection('test-mcp', {
      vectors: { 'fast-bge': { size: 3, distance: 'Cosine' } },
      sparse_vectors: { words: {} },
      metadata: { maker: 'x' },
    });
    const uuid = (n: number) => `a6fb06bb-40f6-8e21-d10f-00000000000${n.toString()}`;
    await client.upsert('test-mcp', {
      wait: true,
      points: VECTORS.map((vector, n) => ({
        id: uuid(n),
        vector: { 'fast-bge': [...vector] },
        payload: {
          document: `text ${n.toString()}`,
          metadata: { owner: n % 2 === 0 ? 'ann' : 7, labels: ['all', `n${n.toString()}`], rank: n },
        },
      })),
    });
    await client.createCollection('test-langchain', { vectors: { size: 3, distance: 'Dot' } });
    await client.upsert('test-langchain', {
      wait: true,
      points: VECTORS.map((vector, n) => ({
        id: n + 1,
        vector: [...vector],
        payload: { page_content: `passage ${n.toString()}`, metadata: { source: n < 2 ? 'one.md' : 'two.md', part: n % 2 } },
      })),
    });
    await served().engine.createCollection('test-own__g1', sampleCard(8));
    await served().engine.records.put([{ kind: 'k', key: 'a', value: {} }]);
    await clearRequestLog(served().server.url);
  });

  it('are listed as their engine describes them, without our own', async () => {
    const revision = expect.any(String) as string; // safe: Vitest types its matchers as any
    expect((await foreign().list()).collections).toEqual([
      { name: 'test-langchain', points: 4, vectors: [{ name: '', kind: 'dense', dimension: 3, distance: 'dot' }], metadata: {}, revision },
      {
        name: 'test-mcp',
        points: 4,
        vectors: [
          { name: 'fast-bge', kind: 'dense', dimension: 3, distance: 'cosine' },
          { name: 'words', kind: 'sparse' },
        ],
        metadata: { maker: 'x' },
        revision,
      },
    ]);
    expect(await foreign().inspect('test-own__g1')).toBeUndefined();
    expect(await foreign().inspect('test-none')).toBeUndefined();
  });

  it('are not taken for ours', async () => {
    const { engine } = served();
    expect(await engine.getCollection('test-mcp')).toBeUndefined();
    await expect(engine.dropCollection('test-mcp')).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    await expect(engine.createCollection('test-mcp', sampleCard(3))).rejects.toMatchObject({ code: 'COLLECTION.EXISTS' });
  });

  it('are read page by page as they are stored', async () => {
    const first = await foreign().scroll({ collection: 'test-langchain', limit: 3 });
    expect(first.points.map(({ id }) => id)).toEqual(['1', '2', '3']);
    const second = await foreign().scroll({ collection: 'test-langchain', limit: 3, after: first.next ?? '' });
    expect(second).toMatchObject({ points: [{ id: '4', payload: { page_content: 'passage 3' } }] });
    expect(second.points[0]?.vectors.get('')).toEqual(Float32Array.from([0, 3, 0]));
    expect(second.next).toBeUndefined();
  });

  it('are searched by cosine, whatever their distance', async () => {
    const vector = Float32Array.from([0, 1, 0]);
    for (const [name, card] of [
      ['test-mcp', mcp],
      ['test-langchain', langchain],
    ] as const) {
      const { candidates, lanes } = await foreign()
        .open(name, card)
        .nominate({ lanes: ['semantic', 'keyword'], limit: 2, terms: [], vector });
      expect(candidates.map(({ payload }) => payload?.content.at(-1))).toEqual(['3', '1']);
      expect(candidates.map(({ similarity }) => similarity)).toEqual([expect.closeTo(1, 6), expect.closeTo(0.8, 6)]);
      expect(Object.keys(lanes)).toEqual(['semantic']);
    }
  });

  it('are filtered by our fields where their makers keep them, and by the makers’ own', async () => {
    const reader = foreign().open('test-mcp', mcp);
    const count = (...must: Condition[]) => reader.count({ must });
    expect(await count({ key: 'user_id', match: { value: 'ann' } })).toBe(2);
    expect(await count({ key: 'user_id', match: { value: '7' } })).toBe(2);
    expect(await count({ key: 'tags', match: { any: ['n1', 'n2'] } })).toBe(2);
    expect(await count({ key: 'metadata.rank', range: { gte: 2 } })).toBe(2);
    expect(await count({ key: 'metadata.rank', match: { value: 2 } })).toBe(1);
    expect(await count({ key: 'acl', match: { value: '*' } })).toBe(0);
    expect(await count({ is_empty: { key: 'acl' } })).toBe(4);
    const nobody = { must: [{ key: 'user_id', match: { value: 'eve' } }] };
    const { candidates } = await reader.nominate({
      lanes: ['semantic'],
      limit: 5,
      terms: [],
      vector: Float32Array.from([1, 0, 0]),
      filter: nobody,
    });
    expect(candidates).toEqual([]);
    const filter = { must: [{ key: 'tags', match: { value: 'n2' } }] };
    const few = await reader.nominate({ lanes: ['semantic'], limit: 1, terms: [], vector: Float32Array.from([1, 0, 0]), filter });
    expect(few.candidates.map(({ payload }) => payload?.content)).toEqual(['text 2']);
  });

  it('are read by document, by passage and by id, numbers included', async () => {
    const reader = foreign().open('test-langchain', langchain);
    expect((await reader.read({ docId: 'two.md' })).map(({ payload }) => payload.content)).toEqual(['passage 2', 'passage 3']);
    expect((await reader.read({ docId: 'two.md', chunks: { from: 1, to: 1 } })).map(({ id }) => id)).toEqual(['4']);
    expect((await reader.read({ ids: ['3', 'no id', '1', BIG_ID] })).map(({ id }) => id)).toEqual(['3', '1']);
    const withVectors = await reader.read({ ids: ['4', '1'] }, { withVectors: true });
    expect(withVectors.map(({ id, vector }) => [id, vector])).toEqual([['4', Float32Array.of(0, 3, 0)], ['1', Float32Array.of(1, 0, 0)]]); // oxfmt-ignore
    expect((await reader.read({ ids: ['4'] }))[0]).not.toHaveProperty('vector');
    const named = await foreign().open('test-mcp', mcp).read({}, { withVectors: true });
    expect(named.map(({ vector }) => vector?.length)).toEqual([3, 3, 3, 3]);
    const signals = await reader.signals({ ids: ['4', '1'], terms: [], vector: Float32Array.from([0, 1, 0]) });
    expect(signals.map(({ id, similarity }) => [id, similarity])).toEqual([['4', 1], ['1', 0]]); // oxfmt-ignore
  });

  it('refuse a query of another dimension and say when they are gone', async () => {
    const query = { lanes: ['semantic' as const], limit: 1, terms: [], vector: new Float32Array(5).fill(1) };
    await expect(foreign().open('test-mcp', mcp).nominate(query)).rejects.toMatchObject({ code: 'ENGINE.DIMENSION_MISMATCH' });
    const gone = foreign().open('test-gone', mcp);
    await expect(gone.nominate({ ...query, vector: new Float32Array(3).fill(1) })).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    await expect(gone.count()).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
  });

  it('were never written to', async () => {
    const log = await requestLog(served().server.url);
    const theirs = log.filter(({ path }) => /^\/collections\/test-(mcp|langchain)/.test(path));
    expect(theirs.length).toBeGreaterThan(10);
    const reads = /^(GET \/collections\/[^/]+|POST \/collections\/[^/]+\/points(\/(scroll|count|query\/batch))?)$/;
    expect(theirs.map(({ method, path }) => `${method} ${path.split('?')[0] ?? ''}`).filter((line) => !reads.test(line))).toEqual([]);
  });
});
