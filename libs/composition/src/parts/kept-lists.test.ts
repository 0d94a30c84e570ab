import { rankedListCodec, type RankedList } from '@tributary/federation';
import { RedisCursorStore } from '@tributary/state-redis';
import { findRedisProgram, startRedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

/** As long as one may be, of many collections, with ids that have nothing in common. */
function longList(): RankedList {
  const hits = Array.from({ length: 300 }, (_, n) => ({
    id: randomUUID(),
    collection: `collection-${(n % 20).toString()}`,
    relevance: 1 / (n + 1.5),
    version: 1_795_849_875_289 + n,
    ...(n % 50 === 0 ? { more: 2, alsoIn: [{ id: 'b', collection: 'wiki' }] } : {}),
  }));
  const coverage = Array.from({ length: 20 }, (_, n) => ({
    collection: `collection-${n.toString()}`,
    engine: 'main',
    status: 'searched' as const,
    ms: 1,
    candidates: 3,
    lanes: {},
  }));
  return { hits, coverage, demands: { phrases: ['exact words'], excluded: [] }, caller: 'owner', owner: 'fingerprint' };
}

it('keeps two thousand long lists in 30 MB of Redis, each as it was ranked', { timeout: 60_000 }, async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  const log = () => expect.fail('a list is not kept');
  const store = new RedisCursorStore({ url: redis.url, prefix: 'test', codec: rankedListCodec, log, commandLimitMs: 30_000 });
  const operator = new Redis(redis.url);
  const used = async () => Number(/^used_memory:(\d+)/m.exec(await operator.info('memory'))?.[1]);
  const before = await used();
  try {
    for (let n = 0; n < 40; n++) await Promise.all(Array.from({ length: 50 }, () => store.put(longList())));
    expect((await used()) - before).toBeLessThan(30e6);
    const list = longList();
    expect(await store.get(await store.put(list))).toEqual(list);
  } finally {
    operator.disconnect();
    await store.close();
  }
});
