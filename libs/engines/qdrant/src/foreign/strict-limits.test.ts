import { QdrantClient } from '@qdrant/js-client-rest';
import { SearchSignals } from '@tributary/engines-port';
import { foreignCard } from '@tributary/engines-port/conformance';
import { expect, it } from 'vitest';
import { clearRequestLog, requestLog } from '../conformance/oracle.fixture.js';
import { describeServed } from '../conformance/use-server.fixture.js';
import { Connection } from '../connection/connection.js';
import { PointStore } from '../points/point-store.js';
import { QdrantForeignReader } from './foreign-reader.js';

const FIELDS = { text: 'text', metadata: '', modified_at: 'changed' };
const POINTS = 3_000;
/** How dates are written is the maker's affair: no server narrows down by them. */
const LATE = { must: [{ key: 'modified_at', range: { gte: '2030-01-01T00:00:00Z' } }] };
const request = { lanes: ['semantic' as const], terms: [], vector: Float32Array.of(1, 0, 0), filter: LATE };

describeServed({ name: 'a server whose strict mode bounds the answers' }, (served) => {
  /** Of each 150 points one is late; the nearest have the least numbers. */
  const made = async (name: string, strict: object, isLate = (id: number) => id % 150 === 0) => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    await client.createCollection(name, { vectors: { size: 3, distance: 'Cosine' } });
    const points = Array.from({ length: POINTS }, (_, n) => ({
      id: n + 1,
      vector: [1, (n + 1) / POINTS, 0],
      payload: { text: `text ${(n + 1).toString()}`, changed: isLate(n + 1) ? '2031-01-01' : '2020-01-01' },
    }));
    for (let from = 0; from < POINTS; from += 1_000) await client.upsert(name, { wait: true, points: points.slice(from, from + 1_000) });
    await client.updateCollection(name, { strict_mode_config: { enabled: true, ...strict } });
    await clearRequestLog(served().server.url);
    const store = new PointStore(new Connection('qdrant', { url: served().server.url }), {});
    return new QdrantForeignReader({ store, searches: new SearchSignals(), name, card: foreignCard(FIELDS), isExact: false });
  };
  const everyNth = (count: number, n: number) => Array.from({ length: count }, (_, at) => (n * (at + 1)).toString());

  it.each([10, 20, 30, 100])(
    'is looked through page by page where it refuses a wider guess, without exact searches too: limit %i',
    async (limit) => {
      const reader = await made(`test-wide-${limit.toString()}`, { max_query_limit: 1_000, search_allow_exact: false });
      const { candidates, lanes } = await reader.nominate({ ...request, limit });
      expect(lanes).toMatchObject({ semantic: { status: 'searched' } });
      expect(candidates.map(({ id }) => id)).toEqual(everyNth(Math.min(limit, POINTS / 150), 150));
      const asked = (await requestLog(served().server.url)).filter(({ path }) => path.includes('/points/query'));
      expect(asked.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]));
    },
  );

  it('has the nearest that were found where it refuses to show a thousand at once', async () => {
    const reader = await made('test-narrow', { max_query_limit: 100 }, (id) => id % 15 === 0);
    // Of the nearest 40.
    const { candidates, lanes } = await reader.nominate({ ...request, limit: 10 });
    expect(lanes).toMatchObject({ semantic: { status: 'searched' } });
    expect(candidates.map(({ id }) => id)).toEqual(everyNth(2, 15));
  });

  it('fails the lane alone where none was found', async () => {
    const reader = await made('test-none', { max_query_limit: 100 });
    const { lanes } = await reader.nominate({ ...request, limit: 10 });
    // Safe: Vitest types its matchers as any.
    const message = expect.stringContaining(
      'none of the 40 best passages of test-none, and its server refuses to look for others',
    ) as string;
    expect(lanes).toMatchObject({ semantic: { status: 'failed', error: { code: 'ENGINE.FILTER_TOO_COSTLY', message } } });
  });

  it('refuses a search that asks for more than it answers', async () => {
    const reader = await made('test-few', { max_query_limit: 100 });
    await expect(reader.nominate({ ...request, limit: 101 })).rejects.toMatchObject({ code: 'ENGINE.REFUSED' });
  });
});
