import { QdrantClient } from '@qdrant/js-client-rest';
import { SearchSignals } from '@tributary/engines-port';
import { foreignCard } from '@tributary/engines-port/conformance';
import { replaced } from '@tributary/testing';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { clearRequestLog, requestLog } from '../conformance/oracle.fixture.js';
import { describeServed } from '../conformance/use-server.fixture.js';
import { Connection } from '../connection/connection.js';
import { PointStore } from '../points/point-store.js';
import { QdrantForeignReader } from './foreign-reader.js';

const FIELDS = { text: 'text', metadata: '', modified_at: 'changed', created_at: 'made' };
const POINTS = 3_000;
/** How dates are written is the maker's affair: no server narrows down by them. */
const LATE = { must: [{ key: 'modified_at', range: { gte: '2030-01-01T00:00:00Z' } }] };
const request = { lanes: ['semantic' as const], limit: 10, terms: [], vector: Float32Array.of(1, 0, 0) };

const Searches = z.object({ searches: z.array(z.object({ limit: z.number(), with_payload: z.unknown() })) });
const Ids = z.object({ ids: z.array(z.number()) });

describeServed({ name: 'filters that a server cannot narrow down by' }, (served) => {
  const open = (name = 'test-dated') => {
    const { foreign } = served().engine;
    if (!foreign) throw new Error('A Qdrant may hold collections of others.');
    return foreign.open(name, foreignCard(FIELDS));
  };
  const asked = async () => {
    const log = await requestLog(served().server.url);
    const of = (end: string) => log.filter(({ path }) => path.split('?')[0]?.endsWith(end) === true).length;
    return { queries: of('/points/query/batch'), scrolls: of('/points/scroll') };
  };

  beforeAll(async () => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    await client.createCollection('test-dated', { vectors: { size: 3, distance: 'Cosine' } });
    const point = (id: number) => ({
      id,
      vector: id <= 3 ? [0, 1, id] : [1, id / POINTS, 0],
      payload: {
        text: `text ${id.toString()}`,
        changed: id <= 3 ? '2031-05-05' : id % 2 === 0 ? '2020-01-01' : '2029-01-01',
        made: id % 50 === 0 ? '2030-01-01' : '2001-01-01',
        kind: id % 50 === 0 ? 'rare' : 'usual',
      },
    });
    for (let from = 1; from <= POINTS; from += 1_000)
      await client.upsert('test-dated', { wait: true, points: Array.from({ length: 1_000 }, (_, n) => point(from + n)) });
  }, 120_000);

  it('look for the few points that fit page by page, without vectors, and compare those alone', async () => {
    await clearRequestLog(served().server.url);
    const { candidates } = await open().nominate({ ...request, filter: LATE });
    expect(candidates.map(({ id, payload }) => [id, payload?.content])).toEqual([['1', 'text 1'], ['2', 'text 2'], ['3', 'text 3']]); // oxfmt-ignore
    expect(candidates.map(({ similarity }) => similarity)).toEqual([0, 0, 0]);
    // Four guesses of 10 to 640, three pages, and one query among the three that fit.
    expect(await asked()).toEqual({ queries: 5, scrolls: 3 });
    const pages = (await requestLog(served().server.url)).filter(({ path }) => path.includes('/points/scroll'));
    for (const { body } of pages) expect(body).toMatchObject({ with_vector: false, with_payload: { include: ['"changed"'] } });
    await clearRequestLog(served().server.url);
    const never = { must: [{ key: 'modified_at', range: { gte: '2040-01-01T00:00:00Z' } }] };
    expect((await open().nominate({ ...request, filter: never })).candidates).toEqual([]);
    expect(await asked()).toEqual({ queries: 4, scrolls: 3 });
  });

  it('have all their rows where more guesses find enough of them', async () => {
    const filter = { must: [{ key: 'modified_at', range: { lt: '2025-01-01T00:00:00Z' } }] };
    const { candidates } = await open().nominate({ ...request, filter });
    expect(candidates.map(({ id }) => id)).toEqual(['4', '6', '8', '10', '12', '14', '16', '18', '20', '22']);
    expect(candidates[0]).toMatchObject({ payload: { content: 'text 4' }, similarity: expect.closeTo(1, 4) as number }); // safe: Vitest types its matchers as any
  });

  it('have all there are of a small collection in one wider guess', async () => {
    await clearRequestLog(served().server.url);
    const filter = { must: [{ key: 'modified_at', range: { gt: '2019-01-01T00:00:00Z' } }], must_not: [LATE] };
    const { candidates } = await open().nominate({ ...request, limit: 2_999, filter });
    expect(candidates).toHaveLength(POINTS - 3);
    expect(await asked()).toEqual({ queries: 2, scrolls: 3 });
  });

  it('have the nearest that were found where a walk would take too long', async () => {
    const connection = new Connection('qdrant', { url: served().server.url });
    const reader = new QdrantForeignReader({
      store: new PointStore(connection, {}),
      searches: new SearchSignals(),
      name: 'test-dated',
      card: foreignCard(FIELDS),
      isExact: false,
      bounds: { emptyGuess: 160, widestGuess: 1_000, mostLookedAt: 1_000 },
    });
    const rare = { must: [{ key: 'created_at', range: { gte: '2020-01-01T00:00:00Z' } }] };
    const [few, all, none] = await Promise.all([
      reader.nominate({ ...request, limit: 30, filter: rare }),
      reader.nominate({ ...request, filter: rare }),
      reader.nominate({ ...request, filter: LATE }),
    ]);
    // Of the nearest 1,000, and of the nearest 640.
    expect(few.candidates.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => (50 * (n + 1)).toString()));
    expect(all.candidates.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => (50 * (n + 1)).toString()));
    expect(none.lanes).toMatchObject({ semantic: { status: 'failed', error: { code: 'ENGINE.FILTER_TOO_COSTLY' } } });
  });

  it.each([
    // A page takes the first look, one at a thousand points, and its fifteen rows.
    [{ must: [{ key: 'created_at', range: { gte: '2020-01-01T00:00:00Z' } }] }, 12],
    [{ must: [{ key: 'kind', match: { value: 'rare' } }] }, 4],
  ])('are paged in a few requests, and ask the server for what it knows: %j', async (filter, requests) => {
    await clearRequestLog(served().server.url);
    const pages: (readonly string[])[] = [];
    for (let after: string | undefined; ;) {
      const { points, next } = await open().scroll({ filter, limit: 15, ...(after === undefined ? {} : { after }) });
      expect(points.every(({ vector, payload }) => vector?.length === 3 && payload.content !== '')).toBe(true);
      pages.push(points.map(({ id }) => id));
      if (next === undefined) break;
      after = next;
    }
    expect(pages.flat()).toEqual(Array.from({ length: 60 }, (_, n) => (50 * (n + 1)).toString()));
    expect(await asked()).toEqual({ queries: 0, scrolls: requests });
  });

  it('fetch a thousand whole payloads at a time where any part of them may decide', async () => {
    await clearRequestLog(served().server.url);
    const card = foreignCard({ ...FIELDS, source: 'kind' });
    const { foreign } = served().engine;
    const rare = { must: [{ key: 'source', match: { value: 'rare' } }] };
    const nominated = await foreign?.open('test-dated', card).nominate({ ...request, limit: 35, filter: rare });
    expect(nominated?.candidates.map(({ id }) => id)).toEqual(Array.from({ length: 35 }, (_, n) => (50 * (n + 1)).toString()));
    const log = await requestLog(served().server.url);
    const guesses = log.flatMap(({ path, body }) => (path.includes('/points/query') ? Searches.parse(body).searches : []));
    // Of the first guess, which may be enough, whole rows; of the others ids.
    expect(guesses.map(({ limit, with_payload }) => [limit, with_payload])).toEqual([[35, true], [140, false], [560, false], [2_240, false]]); // oxfmt-ignore
    const fetched = log.flatMap(({ path, body }) => (path.split('?')[0]?.endsWith('/points') === true ? Ids.parse(body).ids.length : []));
    // Of the widest guess no more than hold enough.
    expect(fetched).toEqual([140, 560, 1_000, 1_000]);
  });

  it('are counted page by page', async () => {
    await clearRequestLog(served().server.url);
    expect(await open().count(LATE)).toBe(3);
    expect(await open().count({ must_not: [LATE] })).toBe(POINTS - 3);
    expect(await asked()).toEqual({ queries: 0, scrolls: 6 });
  });
});

/** A server that knows of many points, of which those with these numbers are late. */
function storeOf(points: number, isLate: (id: number) => boolean) {
  const record = (id: number) => ({ id, payload: { changed: isLate(id) ? '2031-01-01' : '2020-01-01', text: 'a text' } });
  const connection = new Connection('qdrant', { url: 'http://127.0.0.1:1' });
  const asked: number[] = [];
  const store = replaced(new PointStore(connection, {}), {
    count: () => Promise.resolve(points),
    queryBatch: ([query]) => {
      const limit = Math.min(query?.limit ?? 0, points);
      asked.push(query?.limit ?? 0);
      return Promise.resolve([Array.from({ length: limit }, (_, id) => ({ ...record(id), version: 0, score: 0 }))]);
    },
    collect: ({ filter: { must } }) => Promise.resolve(idsIn(must).map(record)),
    all: () => {
      throw new Error('No such walk ends in time.');
    },
  });
  const reader = new QdrantForeignReader({ store, searches: new SearchSignals(), name: 'big', card: foreignCard(FIELDS), isExact: false });
  return { reader, asked };
}

function idsIn(must: unknown): readonly number[] {
  return z
    .array(z.looseObject({ has_id: z.array(z.number()).optional() }))
    .parse(must)
    .flatMap(({ has_id = [] }) => has_id);
}

it.each([
  { fits: 'one in twenty', every: 20, limit: 100, found: 100, guesses: [100, 400, 1_600, 6_400] },
  { fits: 'one in five', every: 5, limit: 300, found: 300, guesses: [300, 1_200, 4_800] },
  { fits: 'nearly all', every: 1, limit: 2_000, found: 2_000, guesses: [2_000, 8_000] },
  { fits: 'nearly all', every: 1, limit: 10_000, found: 10_000, guesses: [10_000, 40_000] },
  { fits: 'one in a thousand', every: 1_000, limit: 100, found: 33, guesses: [100, 400, 1_600, 6_400, 25_600, 32_768] },
  { fits: 'one in a hundred', every: 100, limit: 129, found: 129, guesses: [129, 516, 2_064, 8_256, 32_768] },
])('has the nearest of $fits of 150,000 points at a limit of $limit', async ({ every, limit, found, guesses }) => {
  const isLate = (id: number) => (every === 1 ? id % 100 !== 0 : id % every === 0);
  const { reader, asked } = storeOf(150_000, isLate);
  const { lanes, candidates } = await reader.nominate({ ...request, limit, filter: LATE });
  expect(lanes).toMatchObject({ semantic: { status: 'searched' } });
  expect(candidates).toHaveLength(found);
  expect(Math.max(...candidates.map(({ id }) => Number(id)))).toBeLessThan(found * Math.max(every, 1.02));
  expect(asked).toEqual(guesses);
});

it('a lane of whose nearest points none fits, and that would look at more than a hundred thousand others, says so', async () => {
  const { reader, asked } = storeOf(150_000, () => false);
  const { lanes, candidates } = await reader.nominate({ ...request, filter: LATE });
  // Safe: Vitest types its matchers as any.
  const message = expect.stringContaining('none of the 32768 best') as string;
  expect(lanes).toMatchObject({ semantic: { status: 'failed', error: { code: 'ENGINE.FILTER_TOO_COSTLY', message } } });
  expect(candidates).toEqual([]);
  expect(asked).toEqual([10, 40, 160, 640, 2_560, 10_240, 32_768]);
});
