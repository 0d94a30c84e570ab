import { Card, type CardFields } from '@tributary/contracts';
import type { NominateResult } from '@tributary/engines-port';
import { ChromaClient, type Metadata } from 'chromadb';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useChromaUrl } from '../conformance/use-chroma.fixture.js';
import { ChromaEngine } from '../engine/chroma-engine.js';

const chromaUrl = useChromaUrl();

interface Made {
  readonly ids: string[];
  readonly embeddings: number[][];
  readonly documents?: string[];
  readonly metadatas: Metadata[];
}

interface Other {
  readonly name: string;
  readonly records: Made;
  readonly metadata?: Record<string, string | number>;
  readonly space?: 'cosine' | 'l2' | 'ip';
}

const NOTES: Other = {
  name: `test-${randomUUID()}-notes`,
  metadata: { description: 'My notes', created_at: '2026-01-01T00:00:00Z', version: '1.0', 'hnsw:space': 'cosine' },
  space: 'cosine',
  records: {
    ids: ['n1_0', 'n1_1', 'n2_0'],
    embeddings: [[1, 0, 0], [0, 1, 0], [1, 1, 0]], // oxfmt-ignore
    documents: ['first part', 'second part', 'another note'],
    metadatas: [
      { noteId: 'n1', noteTitle: 'Garden', chunkIndex: 0, modificationDate: '2026-02-01T10:00:00Z' },
      { noteId: 'n1', noteTitle: 'Garden', chunkIndex: 1, modificationDate: '2026-02-01T10:00:00Z' },
      { noteId: 'n2', noteTitle: 'Kitchen', chunkIndex: 0, modificationDate: '2026-03-01T10:00:00Z', user_id: 7 },
    ],
  },
};
const NOTES_FIELDS: CardFields = { text: '$document', title: 'noteTitle', document: 'noteId', chunk_index: 'chunkIndex', modified_at: 'modificationDate', user_id: 'user_id', metadata: '' }; // oxfmt-ignore

const LANGCHAIN: Other = {
  name: `test-${randomUUID()}-langchain`,
  records: {
    ids: [randomUUID(), randomUUID()],
    embeddings: [[2, 0, 0], [0, 3, 4]], // oxfmt-ignore
    documents: ['page one', 'page two'],
    metadatas: [
      { source: 'a.pdf', page: 1 },
      { source: 'b.pdf', page: 2 },
    ],
  },
};

const LLAMAINDEX: Other = {
  name: `test-${randomUUID()}-llamaindex`,
  space: 'ip',
  records: {
    ids: [randomUUID()],
    embeddings: [[0.5, 0.5, 0]],
    documents: ['node text'],
    metadatas: [
      {
        file_name: 'c.md',
        doc_id: 'd1',
        ref_doc_id: 'd1',
        _node_type: 'TextNode',
        _node_content: JSON.stringify({ metadata: { file_name: 'c.md' }, text: '' }),
      },
    ],
  },
};

describe('collections of other programs', () => {
  const opened: ChromaEngine[] = [];
  const engine = (): ChromaEngine => opened[0] ?? (() => { throw new Error('opened before the first test'); })(); // oxfmt-ignore
  const plain = () => new ChromaClient({ ...hostOf(chromaUrl()), tenant: 'default_tenant', database: 'default_database' });

  beforeAll(async () => {
    opened.push(await ChromaEngine.open({ name: 'chroma', settings: { url: chromaUrl() } }));
    for (const other of [NOTES, LANGCHAIN, LLAMAINDEX]) await make(plain(), other);
  }, 60_000);
  afterAll(async () => {
    for (const { name } of [NOTES, LANGCHAIN, LLAMAINDEX]) await plain().deleteCollection({ name });
    await engine().close();
  });
  const cardOf = (fields: CardFields, distance: 'cosine' | 'dot' | 'euclid' = 'cosine') =>
    Card.parse({ model: { name: 'm', dimension: 3, distance }, vectors: { dense: '' }, fields, created_at: '2026-01-01T00:00:00Z' });

  it('are listed with what Chroma says of them, and ours are not', async () => {
    const own = `test-${randomUUID()}__g1`;
    await engine().createCollection(own, { ...cardOf(NOTES_FIELDS), fields: undefined });
    const names = (await engine().foreign.list()).collections.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([NOTES.name, LANGCHAIN.name, LLAMAINDEX.name]));
    expect(names.filter((name) => name === own || name.startsWith('tributary-heads-'))).toEqual([]);
    expect((await engine().listCollections()).map(({ name }) => name)).not.toContain(NOTES.name);
    await engine().dropCollection(own);
  });

  it.each([
    [NOTES, 'cosine'],
    [LANGCHAIN, 'euclid'],
    [LLAMAINDEX, 'dot'],
  ] as const)('are inspected: %#', async ({ name, records, metadata = {} }, distance) => {
    expect(await engine().foreign.inspect(name)).toEqual({
      name,
      points: records.ids.length,
      vectors: [{ name: '', kind: 'dense', dimension: 3, distance }],
      metadata: expect.objectContaining(metadata) as object, // safe: Vitest types its matchers as any
      revision: expect.any(String) as string, // safe: Vitest types its matchers as any
    });
    expect(await engine().foreign.inspect(`${name}-not`)).toBeUndefined();
  });

  it('whose programs named a function that embeds are read without a word about it', async () => {
    // As Chroma's own client for Python makes them.
    const name = `test-${randomUUID()}-default`;
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await plain().createCollection({ name });
    expect(warn).toHaveBeenCalled();
    warn.mockClear();
    expect((await engine().foreign.list()).collections.map((found) => found.name)).toContain(name);
    expect(await engine().foreign.inspect(name)).toMatchObject({ name, points: 0 });
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
    await plain().deleteCollection({ name });
  });

  it('are scrolled as they were written', async () => {
    const { points, next } = await engine().foreign.scroll({ collection: LANGCHAIN.name, limit: 1 });
    expect(points).toEqual([
      {
        id: LANGCHAIN.records.ids[0],
        payload: { source: 'a.pdf', page: 1 },
        document: 'page one',
        vectors: new Map([['', Float32Array.of(2, 0, 0)]]),
      },
    ]);
    const rest = await engine().foreign.scroll({ collection: LANGCHAIN.name, limit: 5, after: next ?? '' });
    expect(rest.points.map(({ document }) => document)).toEqual(['page two']);
    expect(rest.next).toBeUndefined();
  });

  it.each([
    {
      other: NOTES,
      fields: NOTES_FIELDS,
      vector: [1, 0, 0],
      expected: [['n1_0', 1], ['n2_0', Math.SQRT1_2], ['n1_1', 0]], // oxfmt-ignore
    },
    {
      other: LANGCHAIN,
      fields: { text: '$document', source: 'source', metadata: '' },
      vector: [0, 1, 0],
      expected: [[LANGCHAIN.records.ids[1], 0.6], [LANGCHAIN.records.ids[0], 0]], // oxfmt-ignore
    },
    {
      other: LLAMAINDEX,
      fields: { text: '$document', document: 'ref_doc_id', metadata: '' },
      vector: [4, 4, 0],
      expected: [[LLAMAINDEX.records.ids[0], 1]],
    },
  ] as const)('are ranked by cosine whatever their distance: %#', async ({ other: { name }, fields, vector, expected }) => {
    const reader = engine().foreign.open(name, cardOf(fields));
    const result = await reader.nominate({ lanes: ['semantic'], limit: 5, terms: [], vector: Float32Array.from(vector) });
    expect(scoresOf(result)).toEqual(expected.map(([id, score]) => [id, expect.closeTo(score, 5) as number])); // safe: as above
    const ids = expected.map(([id]) => id ?? '').toReversed();
    const signals = await reader.signals({ ids: [...ids, 'none'], terms: [], vector: Float32Array.from(vector) });
    expect(signals.map(({ id }) => id)).toEqual(ids);
  });

  it('are read in our layout, whole documents in the order of their chunks', async () => {
    const reader = engine().foreign.open(NOTES.name, cardOf(NOTES_FIELDS));
    const read = await reader.read({ docId: 'n1' });
    expect(read.map(({ id, payload: { title, content, chunk_index } }) => [id, title, content, chunk_index])).toEqual([
      ['n1_0', 'Garden', 'first part', 0],
      ['n1_1', 'Garden', 'second part', 1],
    ]);
    expect((await reader.read({ ids: ['n2_0', 'none', 'n1_0'] })).map(({ id }) => id)).toEqual(['n2_0', 'n1_0']);
    expect((await reader.read({ docId: 'n1', chunks: { from: 1, to: 5 } })).map(({ id }) => id)).toEqual(['n1_1']);
    const withVectors = await reader.read({ ids: ['n2_0', 'n1_0'] }, { withVectors: true });
    // Chroma keeps directions and lengths apart where it ranks by cosine, and rounds.
    const numbers = [[1, 1, 0], [1, 0, 0]].map((vector) => vector.map((x) => expect.closeTo(x, 5) as number)); // oxfmt-ignore
    expect(withVectors.map(({ vector = [] }) => [...vector])).toEqual(numbers);
    for (const point of read) expect(point).not.toHaveProperty('vector');
  });

  it.each([
    [{ must: [{ key: 'title', match: { value: 'Garden' } }] }, ['n1_0', 'n1_1']],
    [{ must: [{ key: 'noteTitle', match: { value: 'Garden' } }] }, ['n1_0', 'n1_1']],
    [{ must: [{ key: 'metadata.noteId', match: { any: ['n2', 'x'] } }] }, ['n2_0']],
    [{ must: [{ key: 'modified_at', range: { gte: '2026-02-15' } }] }, ['n2_0']],
    [{ must: [{ key: 'user_id', match: { value: '7' } }] }, ['n2_0']],
    [{ must: [{ is_empty: { key: 'user_id' } }] }, ['n1_0', 'n1_1']],
    [{ must_not: [{ key: 'chunkIndex', match: { value: 0 } }] }, ['n1_1']],
    [{ must: [{ key: 'content', match: { text: 'part second' } }] }, ['n1_1']],
    [{ must: [{ has_id: ['n1_1', 'n2_0'] }] }, ['n1_1', 'n2_0']],
  ])('obey the filter %j in every reading', async (filter, expected) => {
    const reader = engine().foreign.open(NOTES.name, cardOf(NOTES_FIELDS));
    expect((await reader.read({ filter })).map(({ id }) => id).toSorted()).toEqual(expected);
    expect(await reader.count(filter)).toBe(expected.length);
    const found = await reader.nominate({ lanes: ['semantic'], limit: 9, terms: [], filter, vector: Float32Array.of(1, 1, 1) });
    expect(found.candidates.map(({ id }) => id).toSorted()).toEqual(expected);
  });

  it('stay as they are, whatever is asked of them', async () => {
    const read = async () => (await plain().getCollection({ name: NOTES.name })).get({ include: ['documents', 'embeddings', 'metadatas'] });
    const before = await read();
    const reader = engine().foreign.open(NOTES.name, cardOf(NOTES_FIELDS));
    await reader.nominate({ lanes: ['semantic'], limit: 9, terms: [], vector: Float32Array.of(1, 1, 1) });
    await reader.read({});
    await expect(engine().dropCollection(NOTES.name)).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    await expect(engine().createCollection(NOTES.name, { ...cardOf(NOTES_FIELDS), fields: undefined })).rejects.toMatchObject({
      code: 'COLLECTION.EXISTS',
    });
    expect(await read()).toEqual(before);
  });

  it('are refused by name when they are gone, or the vector has another dimension', async () => {
    const reader = engine().foreign.open('test-gone', cardOf(NOTES_FIELDS));
    await expect(reader.count()).rejects.toMatchObject({
      code: 'COLLECTION.NOT_FOUND',
      // safe: Vitest types its matchers as any
      message: expect.stringContaining('test-gone') as string,
    });
    const wrong = engine().foreign.open(NOTES.name, cardOf(NOTES_FIELDS));
    await expect(wrong.nominate({ lanes: ['semantic'], limit: 1, terms: [], vector: Float32Array.of(1) })).rejects.toMatchObject({
      code: 'ENGINE.DIMENSION_MISMATCH',
    });
  });
});

async function make(client: ChromaClient, { name, records, metadata, space }: Other): Promise<void> {
  const collection = await client.createCollection({
    name,
    embeddingFunction: null,
    ...(metadata ? { metadata } : {}),
    ...(space ? { configuration: { hnsw: { space } } } : {}),
  });
  await collection.add(records);
}

function hostOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

function scoresOf({ candidates, lanes }: NominateResult): readonly (readonly [string, number])[] {
  if (lanes.semantic?.status !== 'searched') throw new Error('The lane was not searched.');
  return lanes.semantic.ranking.map(({ candidate, score }) => [candidates[candidate]?.id ?? '', score]);
}
