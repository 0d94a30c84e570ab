import type { Client } from '@modelcontextprotocol/client';
import { permanent, retryable } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectInProcess } from '../../clients/in-process.fixture.js';
import { enginePlaces } from '../engines/engine-places.js';
import { createEcosystemDialect } from './ecosystem-dialect.js';
import { REGISTERED, ecosystem, filledOperations } from './ecosystem-world.fixture.js';
import type { ExplainedOperations } from './explained-operations.fixture.js';

let operations: ExplainedOperations;
let client: Client;
let logged: { readonly message: string; readonly fields: Readonly<Record<string, unknown>> }[];

async function connect(dialect = ecosystem()): Promise<Client> {
  logged = [];
  return connectInProcess(operations, { dialects: [dialect], log: (message, fields = {}) => logged.push({ message, fields }) });
}

beforeEach(async () => {
  operations = await filledOperations();
  client = await connect();
});

const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
const search = (args: Record<string, unknown>) => call('qdrant_search_ecosystem', args);
const refusal = async (args: Record<string, unknown>, tool = 'qdrant_search_ecosystem') => {
  const { isError, content } = await call(tool, args);
  expect(isError).toBe(true);
  return content;
};
const text = (message: string) => [{ type: 'text', text: message }];

const Answer = z.object({
  results: z.array(z.looseObject({ score: z.number(), subdirectory: z.string().nullable(), text: z.string() })),
  message: z.string().optional(),
});
const answerOf = async (args: Record<string, unknown>) => Answer.parse((await search(args)).structuredContent);

describe('a search', () => {
  it('answers the best five, the highest score first, with text and metadata [001-1] [001-2] [001-3]', async () => {
    const { results } = await answerOf({ query: 'How to optimize HNSW indexing?', score_threshold: 0.1 });
    expect(results).toHaveLength(5);
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(results[0]).toMatchObject({
      score: 1,
      text: 'How to optimize HNSW indexing: raise m and ef_construct.',
      subdirectory: 'qdrant_documentation',
      source_file: 'hnsw.md',
      metadata: { subdirectory: 'qdrant_documentation', source_file: 'hnsw.md' },
    });
  });

  it('keeps to the subdirectory of the filter [001-4] [001-5]', async () => {
    const both = await answerOf({ query: 'batch upload', score_threshold: 0.5 });
    expect(new Set(both.results.map(({ subdirectory }) => subdirectory))).toEqual(new Set(['qdrant_client_docs', 'qdrant_examples']));
    const { results } = await answerOf({ query: 'batch upload', score_threshold: 0.5, filter: { subdirectory: 'qdrant_client_docs' } });
    expect(results.map(({ subdirectory }) => subdirectory)).toEqual(['qdrant_client_docs']);
  });

  it('takes a list in the filter as any of its values, and several keys as all of them', async () => {
    const wanted = { query: 'batch upload', score_threshold: 0.5 };
    const any = await answerOf({ ...wanted, filter: { subdirectory: ['qdrant_client_docs', 'qdrant_examples', 'nowhere'] } });
    expect(any.results).toHaveLength(2);
    const both = await answerOf({ ...wanted, filter: { subdirectory: ['qdrant_client_docs', 'qdrant_examples'], source_file: 'loop.md' } });
    expect(both.results.map(({ text }) => text)).toEqual(['A loop of batch upload with a generator.']);
  });

  it('leaves out what is below the threshold, and only that [001-6] [001-7]', async () => {
    const query = 'HNSW is a searches fast graph indexing in the';
    const all = await answerOf({ query, limit: 100, score_threshold: 0 });
    const [first, second] = all.results.map(({ score }) => score);
    expect(first).toBeGreaterThan(second ?? 1);
    const { results } = await answerOf({ query, limit: 100, score_threshold: second });
    expect(results.map(({ score }) => score)).toEqual([first, second]);
  });

  it('says so when nothing fits [001-8] [001-9]', async () => {
    expect(await answerOf({ query: 'How about the weather' })).toEqual({ results: [], message: 'No results found matching criteria' });
  });

  it('is answered within the size that is allowed: whole results are left out, and a last line says how many', async () => {
    client = await connectInProcess(operations, { dialects: [ecosystem()], maxAnswerTokens: 400 });
    const { structuredContent, content } = await search({ query: 'How to optimize HNSW indexing?', score_threshold: 0, limit: 5 });
    const last = '4 more results are left out to keep the answer short: search again with limit 1, or a higher score_threshold.';
    expect(structuredContent).toMatchObject({ results: [{ score: 1 }], message: last });
    expect(content.at(-1)).toEqual({ type: 'text', text: last });
  });
});

describe('bad arguments', () => {
  it.each([{ query: '' }, { query: ' \n ' }])(
    'an empty query is refused before anything is searched, $query [001-27] [001-28]',
    async (args) => {
      expect(await refusal(args)).toEqual(text('Query cannot be empty'));
      expect(operations.called).toEqual([]);
    },
  );

  it.each([0, 101, -1, 2.5, 1e300])('limit %d is refused, and the default does not stand in for it [001-29] [001-30]', async (limit) => {
    expect(await refusal({ query: 'HNSW', limit })).toEqual(text('Limit must be between 1 and 100'));
    expect(operations.called).toEqual([]);
  });

  it('a filter that is no map of equalities is refused', async () => {
    for (const subdirectory of [[], null, { match: 'x' }, [['x']]]) {
      const { structuredContent } = await search({ query: 'HNSW', filter: { subdirectory } });
      expect(structuredContent).toMatchObject({ error: { code: 'FILTER.INVALID' } });
    }
  });

  it('a filter of more than 1,000 fields is refused, and one of as many values of a field is not', async () => {
    const many = Array.from({ length: 1_001 }, (_, n) => `docs-${n.toString()}`);
    const [told] = await refusal({ query: 'HNSW', filter: Object.fromEntries(many.map((name) => [name, 1])) });
    expect(told?.type === 'text' && told.text).toContain('more than 1,000 conditions');
    const { structuredContent } = await search({ query: 'HNSW', filter: { subdirectory: [...many, 1, 2, true] } });
    expect(structuredContent).not.toHaveProperty('error');
  });

  it.each(['subdirectory = docs', ['docs'], { must: [{ key: 'subdirectory', match: { value: 'docs' } }] }])(
    'whatever a filter is instead, %j, the answer says to write equalities',
    async (filter) => {
      const [told] = await refusal({ query: 'HNSW', filter });
      expect(told?.type === 'text' && told.text).toContain('. Write equalities, such as {"subdirectory":"qdrant_client_docs"}; a list');
    },
  );

  it('an unknown field, a wrong type and a missing query are told', async () => {
    expect(await refusal({ query: 'x', top: 3 })).toEqual(
      text('Unknown field "top": the fields are query, limit, score_threshold, filter.'),
    );
    expect(await refusal({ query: 7 })).toEqual(text('query: expected a text, got a number.'));
    expect(await refusal({})).toEqual(text('query: is missing: give a text.'));
  });

  it('a text that is empty, and metadata that name no place, are refused', async () => {
    expect(await refusal({ text: ' ', metadata: {} }, 'qdrant_store_ecosystem')).toEqual(text('Text cannot be empty'));
    const unplaced = text('metadata needs "subdirectory" and "source_file", or an "id"');
    expect(await refusal({ text: 'x', metadata: { subdirectory: 'a' } }, 'qdrant_store_ecosystem')).toEqual(unplaced);
  });
});

describe('the store', () => {
  const stored = async (args: Record<string, unknown>) => (await call('qdrant_store_ecosystem', args)).structuredContent;
  const place = { subdirectory: 'new_docs', source_file: 'optimization.md' };

  it('answers the point id, the MD5 of the string id as a UUID, and keeps the string id [001-12] [001-13] [001-14]', async () => {
    const text = 'New Qdrant feature: quantization for 4x memory savings';
    const id = 'a6fb06bb-40f6-8e21-d10f-e03bdcb0c526';
    expect(await stored({ text, metadata: place })).toEqual({ id, message: `Stored in qdrant_ecosystem with point id ${id}` });
    const { points } = await operations.getPoints({ collection: 'qdrant_ecosystem', ids: [id], limit: 1 });
    expect(points[0]).toMatchObject({ content: text, original_id: 'qdrant_ecosystem:new_docs:optimization.md:chunk:0', metadata: place });
  });

  it('counts on from what is there; the same text keeps its id, also when many are stored at once', async () => {
    const texts = ['one', 'two', 'three', 'one', 'two'];
    const ids = await Promise.all(texts.map((text) => stored({ text, metadata: place })));
    expect(ids[3]).toEqual(ids[0]);
    expect(ids[4]).toEqual(ids[1]);
    const { points } = await operations.getPoints({ collection: 'qdrant_ecosystem', limit: 1000 });
    const numbers = points.flatMap(({ original_id: id = '', content }) =>
      id.includes('new_docs') ? [[id.split(':').at(-1), content]] : [],
    );
    expect(numbers).toEqual([
      ['0', 'one'],
      ['1', 'two'],
      ['2', 'three'],
    ]);
  });

  it('takes the caller’s id and number', async () => {
    await stored({ text: 'x', metadata: { id: 'mine' } });
    await stored({ text: 'y', metadata: { ...place, chunk_index: 7 } });
    const { points } = await operations.getPoints({ collection: 'qdrant_ecosystem', limit: 1000 });
    const ids = points.map(({ original_id }) => original_id);
    expect(ids).toEqual(expect.arrayContaining(['mine', 'qdrant_ecosystem:new_docs:optimization.md:chunk:7']));
  });

  it('makes a missing collection with the model of its alias', async () => {
    const missing = { fresh: { collection: 'fresh', description: 'Fresh things', model: 'static' } };
    client = await connect(createEcosystemDialect({ collections: missing }, { primary: '', engines: {} }));
    await call('qdrant_store_fresh', { text: 'x', metadata: { id: 'a' } });
    expect(await operations.getCollection('fresh')).toMatchObject({ name: 'fresh', description: 'Fresh things' });
  });

  it('waits for a collection that another call is making, whose engine seems to be away until it is made', async () => {
    const missing = { fresh: { collection: 'fresh', description: '', model: 'static' } };
    client = await connect(createEcosystemDialect({ collections: missing }, { primary: '', engines: {} }));
    const [look, make] = [operations.getCollection.bind(operations), operations.createCollection.bind(operations)];
    const { promise: looked, resolve: wasLookedAt } = Promise.withResolvers<undefined>();
    const store = async (id: string) => (await call('qdrant_store_fresh', { text: id, metadata: { id } })).isError ?? false;
    let isMade = false;
    let third: Promise<boolean> | undefined;
    operations.createCollection = async (input) => {
      const made = await make(input);
      third = store('c');
      await client.ping();
      await looked;
      isMade = true;
      return made;
    };
    let looks = 0;
    operations.getCollection = async (name) => {
      const isSecond = ++looks === 2;
      // The second call comes to it when the first one has begun.
      if (isSecond) await eventually(() => look(name));
      const summary = await look(name);
      if (isSecond) wasLookedAt(undefined);
      return isMade ? summary : { ...summary, status: 'failed' };
    };
    expect(await Promise.all([store('a'), store('b')])).toEqual([false, false]);
    expect(await third).toBe(false);
  });

  it('makes a missing collection once for calls at once, and again where it was removed since', async () => {
    const missing = { fresh: { collection: 'fresh', description: 'Fresh things', model: 'static' } };
    const session = () => connect(createEcosystemDialect({ collections: missing }, { primary: '', engines: {} }));
    const [first, second] = [await session(), await session()];
    const store = async (id: string, by = first) => {
      const { isError = false } = await by.callTool({ name: 'qdrant_store_fresh', arguments: { text: `Text ${id}`, metadata: { id } } });
      return isError;
    };
    expect(await Promise.all([store('a'), store('b'), store('c', second)])).toEqual([false, false, false]);
    expect((await operations.getPoints({ collection: 'fresh', limit: 10 })).points).toHaveLength(3);
    expect(await store('d')).toBe(false);
    await operations.removeCollection('fresh');
    expect(await store('e')).toBe(false);
    expect((await operations.getPoints({ collection: 'fresh', limit: 10 })).points.map(({ content }) => content)).toEqual(['Text e']);
  });
});

describe('statistics', () => {
  const stats = async (args: Record<string, unknown> = {}) => (await call('qdrant_get_stats', args)).structuredContent;

  it('are of all registered collections without a name [001-15] [001-16]', async () => {
    const unknown = { indexed_vectors_count: null, segments_count: null };
    const row = (name: string, points: number) => ({
      name,
      vector_count: points,
      points_count: points,
      ...unknown,
      vector_dimension: 4,
      distance: 'COSINE',
    });
    expect(await stats()).toEqual({ collections: [row('agent_kit', 1), row('inngest_overall', 1), row('qdrant_ecosystem', 7)] });
  });

  it('are of one collection by name or alias [001-17]', async () => {
    const one = await stats({ collection_name: 'qdrant_ecosystem' });
    expect(one).toMatchObject({ collections: [{ name: 'qdrant_ecosystem', points_count: 7 }] });
    expect(await stats({ collection_name: 'ecosystem' })).toEqual(one);
  });

  it('of a collection nobody registered are refused with those there are', async () => {
    expect(await refusal({ collection_name: 'other' }, 'qdrant_get_stats')).toEqual(
      text('Collection "other" is not registered. Registered: agent_kit, inngest_overall (inngest), qdrant_ecosystem (ecosystem)'),
    );
  });

  it('of one that is missing do not cost those of the others', async () => {
    await operations.removeCollection('agent_kit');
    expect(await stats()).toMatchObject({
      collections: [{ name: 'agent_kit', points_count: null }, { points_count: 1 }, { points_count: 7 }],
      message: 'There is no collection agent_kit yet: qdrant_store_agent_kit makes it with the first text.',
    });
    const missing = 'There is no collection inngest_overall yet: qdrant_store_inngest makes it with the first text.';
    await operations.removeCollection('inngest_overall');
    expect(await refusal({ query: 'x' }, 'qdrant_search_inngest')).toEqual(text(missing));
  });
});

describe('a connection', () => {
  it('is made at the first use, logged with its time, and used again [001-20] [001-21] [001-22] [001-23]', async () => {
    expect(operations.called).toEqual([]);
    await search({ query: 'HNSW' });
    await search({ query: 'graph' });
    expect(operations.called).toEqual(['getCollection', 'search', 'search']);
    expect(logged).toMatchObject([{ message: 'a collection was opened', fields: { collection: 'qdrant_ecosystem', engine: 'memory' } }]);
    expect(logged[0]?.fields['ms']).toBeGreaterThanOrEqual(0);
  });

  it('that fails is told with the address and the remedy, structured, and logged with its stack [001-24] [001-25] [001-26]', async () => {
    const message = 'Failed to connect to Qdrant at localhost:6333. Ensure Qdrant is running: docker compose up -d';
    operations.getCollection = () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'Engine memory does not answer.'));
    const { isError, content, structuredContent } = await search({ query: 'HNSW' });
    expect({ isError, content }).toEqual({ isError: true, content: text(message) });
    expect(structuredContent).toMatchObject({ error: { code: 'ENGINE.UNAVAILABLE', message, retryable: true } });
    expect(logged).toMatchObject([{ message: 'a connection failed', fields: { collection: 'qdrant_ecosystem', reason: message } }]);
    expect(logged[0]?.fields['stack']).toMatch(/\n\s+at /);
  });

  it('that is lost later is told in the same words, and a search that could not be made is no empty answer', async () => {
    await search({ query: 'HNSW' });
    const lost = { collection: 'qdrant_ecosystem', engine: 'memory', ms: 1, candidates: 0, lanes: {} };
    const answer = (code: string, reason: string) => () =>
      Promise.resolve({ hits: [], coverage: [{ ...lost, status: 'failed' as const, code, reason }], notes: [], took_ms: 1 });
    operations.search = answer('ENGINE.CIRCUIT_OPEN', 'rests');
    expect(await refusal({ query: 'HNSW' })).toEqual(
      text('Failed to connect to Qdrant at localhost:6333. Ensure Qdrant is running: docker compose up -d'),
    );
    operations.search = answer('EMBEDDER.UNAVAILABLE', 'semantic: Ollama does not answer: start it with `ollama serve`.');
    expect(await refusal({ query: 'HNSW' })).toEqual(
      text('qdrant_ecosystem was not searched: Ollama does not answer: start it with `ollama serve`.'),
    );
  });

  it.each([
    ['chroma', 'Failed to connect to Chroma at 10.0.0.5:8000. Ensure Chroma is running: chroma run'],
    ['main', 'Failed to connect to the embedded store at /data. Ensure its folder is there and can be written: tributary doctor'],
  ])('of another engine, %s, fails in its own words', async (engine, message) => {
    const engines = { main: { type: 'embedded' as const }, chroma: { type: 'chroma' as const, url: 'http://10.0.0.5' } };
    client = await connect(
      createEcosystemDialect({ collections: REGISTERED }, enginePlaces({ primary: 'main', data: { folder: '/data' }, engines })),
    );
    operations.getCollection = () => Promise.reject(permanent('COLLECTION.NOT_FOUND', 'There is no such collection.'));
    const unlisted = { name: `${engine}/*`, engine, status: 'failed' as const };
    operations.listCollections = () =>
      Promise.resolve([
        {
          ...unlisted,
          description: '',
          description_generated: false,
          model: { name: '', dimension: 0 },
          documents: 0,
          chunks: 0,
          created_at: '',
        },
      ]);
    expect(await refusal({ query: 'HNSW' })).toEqual(text(message));
  });
});
