import { QdrantClient } from '@qdrant/js-client-rest';
import { anybody, visibleRows } from '@tributary/contracts';
import { describeForeign, foreignCard } from '@tributary/engines-port/conformance';
import type { ForeignPoint } from '@tributary/engines-port';
import { expect, it } from 'vitest';
import { clearRequestLog, requestLog } from '../conformance/oracle.fixture.js';
import { describeServed, type ServedEngine } from '../conformance/use-server.fixture.js';
import { narrowingFilter } from './foreign-filter.js';
import { pointIdOf } from './point-id.js';

describeServed({ name: 'filters on collections of other programs' }, (served) => {
  describeForeign({ name: 'Qdrant', flat: false, make: (name, points) => made(served(), name, points) });

  it('find the rows of owners beyond 2^63', async () => {
    const owners = [9223372036854775808n, 17446744073709551615n, 1234567890123456789n, 7];
    const points = owners.map((owner, n) => ({ id: n.toString(), payload: { text: 'a', owner }, vectors: new Map([['', Float32Array.of(1, 1, 1)]]) })); // oxfmt-ignore
    const foreign = await made(served(), 'test-owners', points);
    const reader = foreign.open('test-owners', foreignCard({ text: 'text', metadata: '', user_id: 'owner' }));
    for (const owner of owners) {
      expect(await reader.count({ must: [{ key: 'user_id', match: { value: owner.toString() } }] })).toBe(1);
    }
  });

  it('narrow down by what a server in strict mode takes, where it refuses the rest', async () => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    const strict_mode_config = { enabled: true, unindexed_filtering_retrieve: false };
    await client.createCollection('test-strict', { vectors: { size: 3, distance: 'Cosine' }, strict_mode_config });
    await client.createPayloadIndex('test-strict', { wait: true, field_name: 'owner', field_schema: 'keyword' });
    const points = Array.from({ length: 600 }, (_, id) => ({
      id,
      payload: { text: 'a', owner: id < 3 ? 'ann' : 'bob', lang: id === 0 ? 'de' : 'en' },
      vector: id < 3 ? [1, 0, 0] : [1, 1, 1],
    }));
    await client.upsert('test-strict', { wait: true, points });
    const reader = served().engine.foreign?.open('test-strict', foreignCard({ text: 'text', metadata: '', user_id: 'owner' }));
    const filter = { must: [{ key: 'lang', match: { value: 'en' } }, { must: [{ key: 'user_id', match: { value: 'ann' } }] }] };
    await clearRequestLog(served().server.url);
    const vector = Float32Array.of(1, 1, 1);
    expect((await reader?.nominate({ lanes: ['semantic'], limit: 10, terms: [], vector, filter }))?.candidates).toHaveLength(2);
    // One with all conditions, which is refused, and one with the owner.
    expect((await requestLog(served().server.url)).filter(({ path }) => path.includes('/points/query'))).toHaveLength(2);
  });

  it('of a caller ask the server for his rows, whoever else has many', async () => {
    const vector = Float32Array.of(1, 1, 1);
    const points = Array.from({ length: 1_100 }, (_, n): ForeignPoint => {
      const payload = {
        text: 'a',
        tenant: n < 5 ? 't7' : `other ${n.toString()}`,
        readers: n < 5 ? ['user:t7', 'user:x'] : ['user:x'],
        when: n,
        share: n < 5 ? 1.5 : n,
      };
      return { id: n.toString(), payload, vectors: new Map([['', n < 5 ? Float32Array.of(1, 0, 0) : vector]]) };
    });
    const foreign = await made(served(), 'test-tenants', points);
    const fields = { text: 'text', metadata: '', user_id: 'tenant', acl: 'readers' };
    const reader = foreign.open('test-tenants', foreignCard(fields));
    const mine = visibleRows({ ...anybody, user_id: 't7' }, { user_id: true, acl: false }) ?? {};
    const read = visibleRows({ ...anybody, user_id: 't7' }, { user_id: false, acl: true }) ?? {};
    for (const filter of [
      mine,
      read,
      { must: [{ key: 'share', match: { value: 1.5 } }] },
      { must: [{ key: 'when', range: { lt: 5 } }] },
      { should: [{ must: [{ key: 'tenant', match: { any: ['t7', 't8'] } }] }] },
    ]) {
      await clearRequestLog(served().server.url);
      const { candidates } = await reader.nominate({ lanes: ['semantic'], limit: 10, terms: [], vector, filter });
      expect(candidates).toHaveLength(5);
      const asked = (await requestLog(served().server.url)).filter(({ path }) => path.includes('/points/query'));
      expect(asked).toHaveLength(1);
    }
    await clearRequestLog(served().server.url);
    expect((await reader.read({ docId: '3' })).map(({ id }) => id)).toEqual(['3']);
    expect(await reader.count(mine)).toBe(5);
    // A page holds a thousand.
    expect((await requestLog(served().server.url)).filter(({ path }) => path.includes('/points/scroll'))).toHaveLength(2);
  });
});

it('asks for numbers beyond 2^63 by the nearest one', () => {
  const fields = { text: 'text', metadata: '', user_id: 'owner' };
  const filter = { must: [{ key: 'user_id', match: { value: '17446744073709551615' } }] };
  const near = Number('17446744073709551615');
  const ways = [
    { key: 'owner', match: { value: '17446744073709551615' } },
    { key: 'owner', range: { gte: near, lte: near } },
  ];
  expect(narrowingFilter(filter, fields)).toEqual({ must: [{ should: ways }] });
});

it('is left open where a point could say it otherwise', () => {
  const fields = { text: 'text', metadata: 'metadata', user_id: 'owner', acl: 'readers' };
  const open = [
    { must_not: [{ key: 'lang', match: { value: 'de' } }] },
    {
      should: [
        { key: 'lang', match: { value: 'de' } },
        { key: 'tags[]', match: { value: '*' } },
      ],
    },
    { must: [{ key: 'lang[]', match: { value: 'de' } }] },
    { must: [{ key: 'when', range: { gte: '2026-01-01' } }] },
    { must: [{ key: 'n', match: { value: 1e17 } }] },
  ];
  for (const filter of open) expect(narrowingFilter(filter, fields)).toEqual({ must: [] });
});

/** As another program makes it, by plain requests. */
async function made({ server, engine }: ServedEngine, name: string, points: readonly ForeignPoint[]) {
  const client = new QdrantClient({ url: server.url, checkCompatibility: false });
  await client.createCollection(name, { vectors: { size: 3, distance: 'Cosine' } });
  if (!engine.foreign) throw new Error('A Qdrant may hold collections of others.');
  const written = points.map(({ id, payload, vectors }) => ({ id: pointIdOf(id) ?? 0, payload, vector: [...(vectors.get('') ?? [])] }));
  await client.upsert(name, { wait: true, points: written });
  return engine.foreign;
}
