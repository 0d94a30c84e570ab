import { silentLogger } from '@tributary/platform';
import { findRedisProgram, startRedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
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
