import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startStandalone } from '@tributary/composition';
import { localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, freePort, startOllamaServer, temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const DIMENSION = 3584;
const POINTS = 48;
const FOLDERS = ['qdrant_documentation', 'qdrant_client_docs', 'qdrant_examples'] as const;
const STORED_TEXT = 'New Qdrant feature: quantization for 4x memory savings';

const Found = z.object({
  results: z.array(
    z.object({
      score: z.number(),
      text: z.string(),
      subdirectory: z.string(),
      source_file: z.string(),
      id: z.string(),
      metadata: z.looseObject({}),
    }),
  ),
  message: z.string().optional(),
});
const Stored = z.object({ id: z.string(), message: z.string() });

/** A vector of word counts of unit length: the cosine of two texts can be reckoned by hand. */
function embed(text: string): readonly number[] {
  const vector = new Array<number>(DIMENSION).fill(0);
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
    let at = 7;
    for (const letter of word) at = (at * 31 + (letter.codePointAt(0) ?? 0)) % DIMENSION;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function cosine(a: string, b: string): number {
  const other = embed(b);
  return embed(a).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

const context = () => ({ principal: localOwner, signal: AbortSignal.timeout(30_000) });
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let ollama: Awaited<ReturnType<typeof startOllamaServer>>;
let server: Awaited<ReturnType<typeof startStandalone>>;
let client: Client;
let nobody: number;

beforeAll(async () => {
  folder = await temporaryFolder();
  ollama = await startOllamaServer({
    name: 'nomic-embed-code',
    dimension: DIMENSION,
    embed: (texts) => Promise.resolve(texts.map((text) => embed(text))),
  });
  nobody = await freePort();
  const registered = (collection: string, description: string, model: string) => ({ collection, description, model });
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      {
        path: ['engines'],
        value: { main: { type: 'embedded' }, away: { type: 'qdrant', url: `http://localhost:${nobody.toString()}` } },
        flag: 'engines',
      },
      {
        path: ['models'],
        value: {
          static: { type: 'static' },
          'nomic-embed-code': { type: 'ollama', url: ollama.url, model: 'nomic-embed-code', queryPrefix: '', documentPrefix: '' },
        },
        flag: 'models',
      },
      { path: ['collections'], value: { qdrant_ecosystem: { model: 'nomic-embed-code' } }, flag: 'collections' },
      {
        path: ['dialects', 'ecosystem'],
        value: {
          collections: {
            agent_kit: registered('agent_kit', 'AgentKit documentation', 'static'),
            ecosystem: registered('qdrant_ecosystem', 'Qdrant documentation', 'nomic-embed-code'),
            gone: registered('gone', 'what a Qdrant holds that is off', 'static'),
          },
        },
        flag: 'dialects.ecosystem',
      },
    ],
  });
  server = await startStandalone({ configuration, logger: silentLogger });
  await server.operations.ingestDocuments(texts(), context());
  await eventually(async () => {
    const { status, documents } = await server.operations.getCollection('qdrant_ecosystem', context());
    expect({ status, documents }).toEqual({ status: 'ready', documents: POINTS });
  }, 30_000);
  client = new Client({ name: 'test', version: '0' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp/ecosystem', server.url)));
}, 60_000);
afterAll(async () => {
  await client.close();
  await server.close();
  await ollama[Symbol.asyncDispose]();
  await folder.remove();
});

function texts() {
  return Array.from({ length: POINTS }, (_, n) => {
    const subdirectory = FOLDERS[n % FOLDERS.length] ?? '';
    const words = ['batch', 'upload', 'indexing', 'hnsw', 'payload', 'filter', 'vector'].filter((_, at) => (n >> at) % 2 === 1);
    return {
      v: 1 as const,
      collection: 'qdrant_ecosystem',
      id: n.toString(),
      content: `${words.join(' ')} w${n.toString()}`.trim(),
      metadata: { subdirectory, source_file: `${n.toString()}.md` },
    };
  });
}

const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
const search = async (args: Record<string, unknown>) => Found.parse((await call('qdrant_search_ecosystem', args)).structuredContent);

describe('the dialect ecosystem over a real server', () => {
  it('tells the number of points, the dimension and the distance of a collection [001-18] [001-19]', async () => {
    const { structuredContent } = await call('qdrant_get_stats', { collection_name: 'qdrant_ecosystem' });
    expect(structuredContent).toMatchObject({
      collections: [
        { name: 'qdrant_ecosystem', points_count: POINTS, vector_count: POINTS, vector_dimension: DIMENSION, distance: 'COSINE' },
      ],
    });
  });

  it('scores by the cosine of the collection’s own model, keeps to the threshold and the filter, the best first', async () => {
    const query = 'batch upload indexing';
    const filter = { subdirectory: ['qdrant_client_docs', 'qdrant_examples'] };
    const { results } = await search({ query, filter, limit: 10, score_threshold: 0.5 });
    expect(results).toHaveLength(10);
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).toSorted((a, b) => b - a));
    for (const { score, text, subdirectory } of results) {
      expect(score).toBeGreaterThanOrEqual(0.5);
      expect(score).toBeCloseTo(cosine(query, text), 1);
      expect(filter.subdirectory).toContain(subdirectory);
    }
    const best = results[0]?.score ?? 0;
    expect((await search({ query, filter, limit: 100, score_threshold: best })).results.every(({ score }) => score >= best)).toBe(true);
    expect(await search({ query, score_threshold: 0.99 })).toEqual({ results: [], message: 'No results found matching criteria' });
  });

  it('embeds what is stored with the collection’s model, keeps it with its metadata, and finds it [001-10] [001-11]', async () => {
    const metadata = { subdirectory: 'new_docs', source_file: 'optimization.md' };
    const before = ollama.requests.length;
    const stored = Stored.parse((await call('qdrant_store_ecosystem', { text: STORED_TEXT, metadata })).structuredContent);
    const id = 'a6fb06bb-40f6-8e21-d10f-e03bdcb0c526';
    expect(stored).toEqual({ id, message: `Stored in qdrant_ecosystem with point id ${id}` });
    expect(JSON.stringify(ollama.requests.slice(before))).toContain('quantization');
    const { results } = await search({ query: STORED_TEXT, limit: 1, score_threshold: 0.9, filter: metadata });
    expect(results).toMatchObject([{ id, text: STORED_TEXT, ...metadata, metadata }]);
    const { points } = await server.operations.getPoints({ collection: 'qdrant_ecosystem', ids: [id], limit: 1 }, context());
    expect(points[0]?.original_id).toBe('qdrant_ecosystem:new_docs:optimization.md:chunk:0');
  });

  it('stores the same text under the same id, and the next one under the next number', async () => {
    const metadata = { subdirectory: 'numbered', source_file: 'a.md' };
    const ids = [];
    for (const text of ['first', 'second', 'first', 'third']) {
      ids.push(Stored.parse((await call('qdrant_store_ecosystem', { text, metadata })).structuredContent).id);
    }
    expect(ids[2]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    const { points } = await server.operations.getPoints({ collection: 'qdrant_ecosystem', ids: ids.toSpliced(2, 1), limit: 3 }, context());
    expect(points.map(({ original_id: name, content }) => [name?.split(':').at(-1), content])).toEqual([
      ['0', 'first'],
      ['1', 'second'],
      ['2', 'third'],
    ]);
  });

  it('says where the Qdrant is that does not answer, and how to start it', async () => {
    const { isError, content } = await call('qdrant_search_gone', { query: 'x' });
    expect({ isError, content }).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: `Failed to connect to Qdrant at localhost:${nobody.toString()}. Ensure Qdrant is running: docker compose up -d`,
        },
      ],
    });
  });

  it('says which model is missing when it cannot embed', async () => {
    await ollama[Symbol.asyncDispose]();
    const { isError, content } = await call('qdrant_search_ecosystem', { query: 'a question nobody asked before' });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('ollama serve');
  });
});
