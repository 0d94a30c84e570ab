import type { RankedList } from '@tributary/federation';
import { silentLogger } from '@tributary/platform';
import { eventually, findRedisProgram, startRedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { RedisCursorStore } from './redis-cursor-store.js';

const list = {
  hits: [{ id: 'a', collection: 'notes', relevance: 0.5, version: 1_795_849_875_289, more: 2, alsoIn: [{ id: 'b', collection: 'wiki' }] }],
  coverage: [{ collection: 'notes', engine: 'main', status: 'searched' as const, ms: 1, candidates: 3, lanes: {} }],
  demands: { phrases: ['exact words'], excluded: [] },
  owner: 'fingerprint',
};

it('gives another process the list it kept, and is silent about one it never had', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  const redis = await startRedisServer(supply.command);
  const options = { url: redis.url, prefix: 'test', logger: silentLogger };
  const [one, other] = [new RedisCursorStore(options), new RedisCursorStore(options)];
  try {
    const id = await one.put(list);
    expect(await other.get(id)).toEqual(list);
    expect(await other.get('00000000-0000-4000-8000-000000000000')).toBeUndefined();
  } finally {
    await Promise.all([one.close(), other.close()]);
    await redis.remove();
  }
});

it('keeps a list that Redis takes half a second for', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  const redis = await startRedisServer(supply.command);
  const store = new RedisCursorStore({ url: redis.url, prefix: 'test', logger: silentLogger });
  const other = new Redis(redis.url);
  try {
    await other.client('PAUSE', 500, 'ALL');
    const id = await store.put(list);
    expect(await store.get(id)).toEqual(list);
  } finally {
    other.disconnect();
    await store.close();
    await redis.remove();
  }
});

it('does not fail a search because its cursor cannot be kept', async () => {
  const store = new RedisCursorStore({ url: 'redis://127.0.0.1:9', prefix: 'test', logger: silentLogger });
  await expect(store.put(list)).resolves.toMatch(/^[0-9a-f-]{36}$/);
  await store.close();
});

/** As long as one may be, of many collections, with ids that have nothing in common. */
function longList(): RankedList {
  const hits = Array.from({ length: 300 }, (_, n) => ({
    id: randomUUID(),
    collection: `collection-${(n % 20).toString()}`,
    relevance: 1 / (n + 1.5),
    version: 1_795_849_875_289 + n,
  }));
  const coverage = list.coverage.flatMap((one) =>
    Array.from({ length: 20 }, (_, n) => ({ ...one, collection: `collection-${n.toString()}` })),
  );
  return { ...list, hits, coverage };
}

it('keeps two thousand long lists in 30 MB', { timeout: 60_000 }, async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  const store = new RedisCursorStore({ url: redis.url, prefix: 'test', logger: silentLogger });
  const operator = new Redis(redis.url);
  const used = async () => Number(/^used_memory:(\d+)/m.exec(await operator.info('memory'))?.[1]);
  const before = await used();
  try {
    let last = '';
    for (let n = 0; n < 40; n++) [last = ''] = await Promise.all(Array.from({ length: 50 }, () => store.put(longList())));
    expect((await used()) - before).toBeLessThan(30e6);
    expect((await store.get(last))?.hits).toHaveLength(300);
  } finally {
    operator.disconnect();
    await store.close();
  }
});

it('keeps no list while Redis is nearly full, says so once, and keeps them again when there is room', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  const said: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => said.push(message) };
  const store = new RedisCursorStore({ url: redis.url, prefix: 'test', logger });
  const operator = new Redis(redis.url);
  const isKept = async () => (await store.get(await store.put(list))) !== undefined;
  try {
    await operator.config('SET', 'maxmemory', '100mb');
    for (let n = 0; n < 75; n++) await operator.set(`job-${n.toString()}`, 'x'.repeat(1_000_000));
    expect([await isKept(), await isKept()]).toEqual([false, false]);
    expect(said).toEqual(['cursors are not kept, as Redis is nearly full']);
    await operator.flushall();
    await eventually(isKept);
  } finally {
    operator.disconnect();
    await store.close();
  }
});

it('hides lists of its form from versions that kept another one, and theirs from itself', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  const store = new RedisCursorStore({ url: redis.url, prefix: 'test', logger: silentLogger });
  const operator = new Redis(redis.url);
  try {
    await operator.set('{test:cursor}:old', JSON.stringify(list));
    expect(await store.get('old')).toBeUndefined();
    const id = await store.put(list);
    expect(await operator.get(`{test:cursor}:${id}`)).toBeNull();
    expect(await store.get(id)).toEqual(list);
  } finally {
    operator.disconnect();
    await store.close();
  }
});
