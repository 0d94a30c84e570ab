import { QdrantClient } from '@qdrant/js-client-rest';
import { SearchSignals } from '@tributary/engines-port';
import { foreignCard } from '@tributary/engines-port/conformance';
import { replaced } from '@tributary/testing';
import { beforeAll, expect, it } from 'vitest';
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
    expect(candidates.map(({ id, payload }) => [id, payload?.content])).toEqual([['1', 'text 1'], ['2', 'text 2'], ['3', 'text 3']]); // prettier-ignore
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

  it('are counted page by page', async () => {
    await clearRequestLog(served().server.url);
    expect(await open().count(LATE)).toBe(3);
    expect(await open().count({ must_not: [LATE] })).toBe(POINTS - 3);
    expect(await asked()).toEqual({ queries: 0, scrolls: 6 });
  });
});

it('a lane that would look at more than a hundred thousand points says so', async () => {
  const connection = new Connection('qdrant', { url: 'http://127.0.0.1:1' });
  const record = (id: number) => ({ id, payload: { changed: '2020-01-01' } });
  const store = replaced(new PointStore(connection, {}), {
    queryBatch: ([query]) =>
      Promise.resolve([Array.from({ length: query?.limit ?? 0 }, (_, id) => ({ ...record(id), version: 0, score: 0 }))]),
    all: async function* () {
      for (let id = 0; id <= 100_000; id += 1) yield record(id);
      await Promise.resolve();
    },
  });
  const reader = new QdrantForeignReader({ store, searches: new SearchSignals(), name: 'big', card: foreignCard(FIELDS), isExact: false });
  const { lanes, candidates } = await reader.nominate({ ...request, filter: LATE });
  expect(lanes).toMatchObject({ semantic: { status: 'failed', error: { code: 'ENGINE.FILTER_TOO_COSTLY' } } });
  expect(candidates).toEqual([]);
});
