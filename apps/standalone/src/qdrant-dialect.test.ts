import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startStandalone } from '@tributary/composition';
import { SearchRequest, localOwner, type SearchHit } from '@tributary/contracts';
import { createDialects, createMcpServer, type DialectSettings } from '@tributary/mcp';
import { countTokens } from '@tributary/kernel';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { SeededRandom, eventually, startRerankServer, temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const [DOCS, STACKS, BRAIN] = ['homelab-docs-bge', 'docker-stacks-bge', 'chad-brain-bge'] as const;
const COLLECTIONS = [DOCS, STACKS, BRAIN] as const;
/** Texts of each collection that speak of cameras: more than a reranker chooses from. */
const CAMERAS = 36;
const MOST_TOKENS = 2000;
const FACTORS = { natural: 1, soft: 1.1, medium: 1.25, hard: 1.5 } as const;

type Settings = NonNullable<DialectSettings['qdrant']>;

const Result = z.object({ content: z.array(z.object({ text: z.string() })), isError: z.boolean().optional() });

const context = () => ({ principal: localOwner, signal: AbortSignal.timeout(30_000) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let reranker: Awaited<ReturnType<typeof startRerankServer>>;
let server: Awaited<ReturnType<typeof startStandalone>>;
let configured: Settings;

beforeAll(async () => {
  folder = await temporaryFolder();
  reranker = await startRerankServer({ dialect: 'tei', score: (_, texts) => texts.map((text) => (text.includes('doorbell') ? 9 : 1)) });
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['mcp', 'maxAnswerTokens'], value: MOST_TOKENS, flag: 'mcp' },
      { path: ['rerankers'], value: { local: { type: 'http', url: reranker.url, weight: 50, waitMs: 10_000 } }, flag: 'rerankers' },
    ],
  });
  configured = configuration.dialects.qdrant;
  server = await startStandalone({ configuration, logger: silentLogger });
  await server.operations.ingestDocuments(texts(), context());
  await eventually(async () => {
    const listed = await server.operations.listCollections(context());
    expect(listed.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']);
    expect(listed.every(({ documents }) => documents === CAMERAS + 2)).toBe(true);
  });
});
afterAll(async () => {
  await server.close();
  await reranker[Symbol.asyncDispose]();
  await folder.remove();
});

/** Of each collection texts about cameras, one about ZFS, and one about Traefik. */
function texts() {
  const random = new SeededRandom(7);
  const places = ['garage', 'porch', 'cellar', 'drive', 'attic', 'yard', 'stairs', 'kitchen', 'shed', 'gate', 'roof', 'pool'] as const;
  const troubles = [
    'loses frames',
    'shows green stripes',
    'needs a new cable',
    'overheats',
    'drifts in time',
    'records nothing at night',
  ] as const;
  return COLLECTIONS.flatMap((collection) => {
    const write = (id: string, content: string, lang = 'en') => ({ v: 1 as const, collection, id, content, metadata: { lang } });
    const cameras = Array.from({ length: CAMERAS }, (_, n) => {
      const [place, other, trouble] = [random.pick(places), random.pick(places), random.pick(troubles)];
      const bell = n === CAMERAS - 1 ? ' It hangs by the doorbell.' : '';
      return write(
        `camera-${n.toString()}`,
        `Frigate camera ${n.toString()} of ${collection} in the ${place}, wired over the ${other}: it ${trouble}.${bell}`,
        n % 2 === 0 ? 'en' : 'de',
      );
    });
    return [
      ...cameras,
      write('zfs', `ZFS replication of ${collection}: snapshots are sent to the second pool every hour.`),
      write('traefik', `Traefik in ${collection} runs its middleware for headers before that for rate limits.`),
    ];
  });
}

interface Hit {
  readonly id: string;
  readonly score: number;
  readonly collection: string;
  readonly lang: string;
  readonly text: string;
}

async function connect(settings: Partial<Settings> = {}): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const dialects = createDialects({ qdrant: { ...configured, findMode: 'full', ...settings } }).choose('qdrant');
  await createMcpServer({ operations: server.operations, principal: localOwner, version: '0', dialects }).connect(serverSide);
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(clientSide);
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, isError = false } = Result.parse(await client.callTool({ name, arguments: args }));
  const shown = content.map(({ text }) => text);
  return { texts: shown, isError, hits: shown.flatMap(hitOf) };
}

function hitOf(text: string): readonly Hit[] {
  const [, id, score, content, metadata] =
    /^<entry><id>(.*?)<\/id><score>(.*?)<\/score><content>(.*?)<\/content><metadata>(.*?)<\/metadata><\/entry>$/s.exec(text) ?? [];
  if (id === undefined || content === undefined) return [];
  const { collection, lang } = z.object({ collection: z.string(), lang: z.string().optional() }).parse(JSON.parse(metadata ?? ''));
  return [{ id, score: Number(score), collection, lang: lang ?? '', text: content }];
}

const collectionsOf = (hits: readonly Hit[]) => [...new Set(hits.map(({ collection }) => collection))].sort();
const find = async (args: Record<string, unknown>, settings?: Partial<Settings>) => call(await connect(settings), 'qdrant-find', args);

describe('qdrant-find over real collections', () => {
  it('searches one collection as ever, by its old argument and by the new one [000-27] [000-28] [000-40]', async () => {
    const old = await find({ query: 'Frigate camera', collection_name: DOCS, limit: 5 });
    expect(old.hits).toHaveLength(5);
    expect(collectionsOf(old.hits)).toEqual([DOCS]);
    expect(old.texts[0]).toBe("Results for the query 'Frigate camera'");
    expect(await find({ query: 'Frigate camera', collections: [DOCS], limit: 5 })).toEqual(old);
  });

  it('searches two at once and merges their hits, the best first as the judge has them [000-10] [000-15] [000-29]', async () => {
    const args = { query: 'Frigate camera in the garage', collections: [DOCS, STACKS] };
    const { hits } = await find({ ...args, limit: 10 });
    expect(collectionsOf(hits)).toEqual([STACKS, DOCS]);
    expect(hits.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
    const native = await server.operations.search(SearchRequest.parse({ ...args, limit: 30 }), context());
    expect(hits.map(({ id }) => id)).toEqual(native.hits.slice(0, 20).map(({ id }) => id));
  });

  it('answers at most limit × 3 of several [000-16] [000-25]', async () => {
    expect((await find({ query: 'camera', collections: [...COLLECTIONS], limit: 5 })).hits).toHaveLength(15);
    expect((await find({ query: 'camera', collections: [DOCS, STACKS], limit: 5 })).hits).toHaveLength(10);
  });

  it('searches all, found anew at each call, and names the collection of every hit [000-11] [000-14] [000-26] [000-30]', async () => {
    const client = await connect();
    const all = await call(client, 'qdrant-find', { query: 'ZFS replication', collections: ['*'], limit: 30 });
    expect(all.hits.slice(0, 3).map(({ text }) => text.startsWith('ZFS replication'))).toEqual([true, true, true]);
    expect(collectionsOf(all.hits)).toEqual([BRAIN, STACKS, DOCS]);
    const { texts: stored } = await call(client, 'qdrant-store', {
      information: 'ZFS replication of the laptop is off.',
      collection_name: 'later',
    });
    expect(stored[0]).toMatch(/^Remembered: ZFS replication of the laptop is off\. in collection later \(point_id: [0-9a-f-]{36}\)$/);
    const again = await call(client, 'qdrant-find', { query: 'ZFS replication', collections: ['*'], limit: 30 });
    expect(collectionsOf(again.hits)).toContain('later');
    const [entry = ''] = again.texts.filter((text) => text.includes('of the laptop is off'));
    // Its maker wrote none: where and since when it is kept, and its language.
    expect(entry).toMatch(/<metadata>\{"lang":"en","modified_at":"[^"]+","collection":"later"\}<\/metadata>/);
    await server.operations.removeCollection('later', context());
  });

  it('lets the filter act on every collection [000-32]', async () => {
    const query_filter = { must: [{ key: 'metadata.lang', match: { value: 'de' } }] };
    const { hits } = await find({ query: 'Frigate camera', collections: ['*'], query_filter, limit: 20 });
    expect(collectionsOf(hits)).toEqual([BRAIN, STACKS, DOCS]);
    expect(new Set(hits.map(({ lang }) => lang))).toEqual(new Set(['de']));
  });

  it('goes on where one of several is missing, and says so [000-38] [000-39]', async () => {
    const { hits, texts } = await find({ query: 'Traefik middleware', collections: [DOCS, 'nope'], limit: 2 });
    expect(hits[0]?.text).toContain('Traefik');
    expect(texts.at(-1)).toBe('Not searched: nope (There is no such collection).');
  });

  it('names the collections there are where a single one is missing', async () => {
    const expected = { isError: true, texts: [`Unknown collection "nope". Known collections: ${[...COLLECTIONS].sort().join(', ')}.`] };
    expect(await find({ query: 'camera', collection_name: 'nope' })).toMatchObject(expected);
    const client = await connect();
    expect(await call(client, 'qdrant-delete', { collection_name: 'nope', point_ids: ['a'] })).toMatchObject(expected);
    expect(await call(client, 'qdrant-retrieve', { collection_name: 'nope', point_id: 'a' })).toMatchObject(expected);
  });

  it('answers nothing where nothing fits and everything was searched', async () => {
    const query_filter = { must: [{ key: 'metadata.lang', match: { value: 'fr' } }] };
    expect((await find({ query: 'camera', collections: ['*'], query_filter })).texts).toEqual([]);
  });
});

describe('qdrant-find with a reranker', () => {
  it('reranks the candidates of all collections in one pool and answers its best [000-12] [000-22] [000-23] [000-24] [000-31]', async () => {
    const query_filter = { must: [{ key: 'metadata.lang', match: { value: 'de' } }] };
    const args = { query: 'Frigate camera issues', collections: [DOCS, BRAIN], query_filter };
    const judged = await find({ ...args, limit: 5 });
    expect(judged.hits.some(({ text }) => text.includes('doorbell'))).toBe(false);
    const { hits } = await find({ ...args, limit: 10, rerank: true });
    expect(hits).toHaveLength(8);
    // One text of each collection pleases the reranker, wherever the judge had it.
    expect(hits.slice(0, 2).every(({ text }) => text.includes('doorbell'))).toBe(true);
    expect(collectionsOf(hits.slice(0, 2))).toEqual([BRAIN, DOCS]);
    expect(hits.slice(2).some(({ text }) => text.includes('doorbell'))).toBe(false);
    expect((await find({ ...args, limit: 2, rerank: true })).hits).toEqual(hits.slice(0, 2));
  });

  it('answers as the use cases of the design ask [000-33] [000-34] [000-35]', async () => {
    const brain = { collections: [...COLLECTIONS], mode: 'full', limit: 10, rerank: true };
    expect((await find({ query: 'Frigate camera issues', ...brain })).hits).toHaveLength(8);
    const everything = await find({ query: 'ZFS replication architecture', collections: ['*'], mode: 'full', limit: 30, rerank: true });
    expect(everything.hits).toHaveLength(8);
    const targeted = await find({ query: 'Traefik middleware configuration', collections: [DOCS, STACKS], mode: 'full', limit: 15 });
    expect(targeted.hits.slice(0, 2).map(({ text }) => text.startsWith('Traefik in'))).toEqual([true, true]);
    expect(collectionsOf(targeted.hits)).toEqual([STACKS, DOCS]);
  });
});

describe('priorities', () => {
  const query = 'Frigate camera in the garage';

  /** The whole list without priorities, page by page, with unrounded relevance. */
  async function unboosted(): Promise<readonly SearchHit[]> {
    const request = SearchRequest.parse({ query, collections: [...COLLECTIONS], limit: 30 });
    const hits: SearchHit[] = [];
    let cursor: string | undefined;
    do {
      const page = await server.operations.search({ ...request, cursor }, context());
      hits.push(...page.hits);
      ({ cursor } = page);
    } while (cursor !== undefined);
    return hits;
  }

  async function expected(order: readonly string[], strategy: keyof typeof FACTORS) {
    const boosted = (await unboosted()).map((hit) => {
      const place = order.indexOf(hit.collection);
      return { hit, score: hit.relevance * (place < 0 ? 1 : FACTORS[strategy] ** (order.length - place)) };
    });
    const sorted = boosted.toSorted((a, b) => b.score - a.score).slice(0, 30);
    return sorted.map(({ hit }) => ({ id: hit.id, score: Number(hit.relevance.toFixed(4)) }));
  }

  async function shown(strategy: keyof typeof FACTORS, order?: readonly string[]) {
    const { hits } = await find(
      { query, collections: [...COLLECTIONS], limit: 10 },
      { priorityStrategy: strategy, ...(order === undefined ? {} : { collectionPriorityOrder: order }) },
    );
    return hits.map(({ id, score }) => ({ id, score }));
  }

  const ORDER = [BRAIN, DOCS, STACKS];

  it('natural: the order is that of the judge, whatever order is set [000-01]', async () => {
    const natural = (await unboosted()).slice(0, 30);
    expect(await shown('natural', ORDER)).toEqual(natural.map(({ id, relevance }) => ({ id, score: Number(relevance.toFixed(4)) })));
  });

  it('soft: a hit of the collection at place i of n sorts by relevance × 1.1^(n − i), and shows its relevance [000-02]', async () => {
    expect(await shown('soft', ORDER)).toEqual(await expected(ORDER, 'soft'));
  });

  it('medium: × 1.25^(n − i) [000-03]', async () => {
    expect(await shown('medium', ORDER)).toEqual(await expected(ORDER, 'medium'));
  });

  it('hard: × 1.5^(n − i), before the cut [000-04] [000-19]', async () => {
    const order = await shown('hard', ORDER);
    expect(order).toEqual(await expected(ORDER, 'hard'));
    expect(order).not.toEqual(await shown('natural'));
  });

  it('leave collections that are not in the order as they are [000-18]', async () => {
    expect(await shown('hard', [STACKS])).toEqual(await expected([STACKS], 'hard'));
  });

  it('follow the order of the call where none is set', async () => {
    expect(await shown('medium')).toEqual(await expected(COLLECTIONS, 'medium'));
  });
});

describe('points of real collections', () => {
  it('are stored with an id by which they are read and deleted', async () => {
    const client = await connect({ collection: 'memories' });
    const { texts: stored } = await call(client, 'qdrant-store', {
      information: 'The spare key is under the pot.',
      metadata: { room: 'porch' },
    });
    const [, point_id = ''] = /point_id: ([0-9a-f-]{36})/.exec(stored[0] ?? '') ?? [];
    const found = await call(client, 'qdrant-find', { query: 'spare key' });
    expect(found.hits.map(({ id }) => id)).toEqual([point_id]);
    const read = await call(client, 'qdrant-retrieve', { point_id });
    expect(read.texts[0]).toContain(`<entry><id>${point_id}</id><content>The spare key is under the pot.</content>`);
    expect(read.texts[0]).toContain('"room":"porch"');
    expect((await call(client, 'qdrant-delete', { point_ids: [point_id] })).texts).toEqual(['Deleted 1 point from collection memories.']);
    expect(await call(client, 'qdrant-retrieve', { point_id })).toMatchObject({
      isError: true,
      texts: [`Point ${point_id} not found in collection memories`],
    });
  });

  it('are meant by their ids without hyphens, unless a document is called so', async () => {
    const client = await connect({ collection: 'memories' });
    const { texts: stored } = await call(client, 'qdrant-store', { information: 'The ladder is behind the shed.' });
    const bare = (/point_id: ([0-9a-f-]{36})/.exec(stored[0] ?? '')?.[1] ?? '').replaceAll('-', '');
    const named = 'd41d8cd98f00b204e9800998ecf8427e';
    const document = { v: 1 as const, collection: 'memories', id: named, content: 'The saw hangs in the cellar.' };
    await server.operations.ingestDocuments([document], context());
    await eventually(async () => (await call(client, 'qdrant-retrieve', { point_id: named })).texts[0]?.includes('The saw hangs') === true);
    expect((await call(client, 'qdrant-retrieve', { point_id: bare })).texts[0]).toContain('The ladder is behind the shed.');
    const other = '7215ee9c-7d9d-4229-92f8-0b5d0e1f2a3b';
    await server.operations.ingestDocuments([{ ...document, id: other, content: 'The plane lies beside it.' }], context());
    const otherBare = other.replaceAll('-', '');
    await eventually(async () => (await call(client, 'qdrant-retrieve', { point_id: otherBare })).texts[0]?.includes('The plane') === true);
    const gone = await call(client, 'qdrant-delete', { point_ids: [bare, named, otherBare] });
    expect(gone.texts).toEqual(['Deleted 3 points from collection memories.']);
  });
});

it('the dialect says the same of itself with the defaults of the configuration and with none', () => {
  const textOf = (settings: DialectSettings) => JSON.stringify(createDialects(settings).choose('qdrant'));
  expect(textOf({ qdrant: configured })).toBe(textOf({}));
});

it('an answer over HTTP keeps within the size that is configured, and says what it left out', async () => {
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp/qdrant', server.url)));
  const args = { query: 'Frigate camera', collections: ['*'], limit: 100, mode: 'full' };
  const answer = await client.callTool({ name: 'qdrant-find', arguments: args });
  expect(countTokens(JSON.stringify(answer))).toBeLessThanOrEqual(MOST_TOKENS);
  expect(Result.parse(answer).content.at(-1)?.text).toMatch(/^\d+ more hits are left out to keep the answer short: /);
  await client.close();
});
