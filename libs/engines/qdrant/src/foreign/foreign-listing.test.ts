import { QdrantClient } from '@qdrant/js-client-rest';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { addFault, clearFaults, clearRequestLog, requestLog } from '../conformance/oracle.fixture.js';
import { describeServed } from '../conformance/use-server.fixture.js';

describeServed({ name: 'the list of collections of other programs' }, (served) => {
  const foreign = () => {
    const { foreign: collections } = served().engine;
    if (!collections) throw new Error('A Qdrant may hold collections of others.');
    return collections;
  };
  const names = async () => {
    const { collections, failed } = await foreign().list();
    return { listed: collections.map(({ name }) => name), failed: failed.map(({ name, error }) => [name, error.code]) };
  };

  beforeAll(async () => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    for (const name of ['a', 'b', 'c', 'd__g1']) await client.createCollection(name, { vectors: { size: 2, distance: 'Dot' } });
    await client.upsert('b', { wait: true, points: [{ id: 1, vector: [1, 0], payload: {} }] });
  });
  afterEach(() => clearFaults(served().server.url));

  it('counts no points one by one', async () => {
    await clearRequestLog(served().server.url);
    const { collections } = await foreign().list();
    expect(collections.map(({ name, points }) => [name, points])).toEqual([['a', 0], ['b', 1], ['c', 0], ['d__g1', 0]]); // oxfmt-ignore
    const log = await requestLog(served().server.url);
    expect(log.filter(({ path }) => path.includes('/points')).map(({ path }) => path)).toEqual([]);
  });

  it('has the others where one fails or does not answer in time', async () => {
    await addFault(served().server.url, { match: '/collections/a', status: 500, error: 'out of order' });
    await addFault(served().server.url, { match: '/collections/c', delay_ms: 6_000 });
    expect(await names()).toEqual({ listed: ['b', 'd__g1'], failed: [['a', 'ENGINE.FAILED'], ['c', 'SEARCH.LATE']] }); // oxfmt-ignore
  });
});
