import { randomUUID } from 'node:crypto';
import { eventually, findRedisProgram, startRedisServer, type RedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RedisCallCounts } from './redis-call-counts.js';
import { RedisCallMemory } from './redis-call-memory.js';
import { RedisCursorStore } from './redis-cursor-store.js';
import { RedisSessionStore } from './redis-session-store.js';
import { json, ownCounts } from './test-redis.fixture.js';

const settings = { searchesPerSecond: 20, searchBurst: 60, ingestsAtOnce: 5 };
const said: string[] = [];
const log = (message: string) => said.push(message);

let redis: RedisServer | undefined;
beforeEach(async (context) => {
  said.length = 0;
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  redis = await startRedisServer(supply.command);
});
afterEach(() => redis?.remove());

/** Its stores as they are made for services. */
function stores() {
  const options = { url: redis?.url ?? '', prefix: 'test' };
  return {
    cursors: new RedisCursorStore({ ...options, codec: json, log }),
    memory: new RedisCallMemory(options),
    sessions: new RedisSessionStore(options),
    counts: new RedisCallCounts({ ...options, log, settings, own: ownCounts(settings) }),
  };
}

it.each([
  ['before it was ever asked', false],
  ['after it has answered', true],
])('says which part of Redis does not answer, and goes on when it does: gone %s', async (_, isKnown) => {
  const { cursors, memory, sessions, counts } = stores();
  const asked = [
    ['CURSOR.UNAVAILABLE', () => cursors.get('id')],
    ['IDEMPOTENCY.UNAVAILABLE', () => memory.release('key')],
    ['SESSION.UNAVAILABLE', () => sessions.get('id')],
  ] as const;
  if (isKnown) for (const [, ask] of asked) await eventually(async () => (await ask()) === undefined);
  await redis?.crash();
  for (const [code, ask] of asked) {
    await expect(ask()).rejects.toMatchObject({ code, category: 'unavailable', retryable: true, retryAfterMs: 1000 });
  }
  await redis?.restart();
  for (const [, ask] of asked) await eventually(async () => (await ask()) === undefined);
  await Promise.all([cursors, memory, sessions, counts].map((store) => store.close()));
});

it('neither fails a search whose list cannot be kept, nor holds anybody up, while Redis is away', async () => {
  const { cursors, counts } = stores();
  await redis?.crash();
  expect(await cursors.put({ hits: [] })).toMatch(/^[0-9a-f-]{36}$/);
  expect(await counts.takeSearch('ada')).toBe(0);
  const end = await counts.beginIngest('ada');
  expect(end).toBeDefined();
  await end?.();
  expect(said).toEqual(['cursors are not kept until Redis answers', 'calls are counted by each gateway for itself until Redis answers']);
  await Promise.all([cursors.close(), counts.close()]);
});

it('tells once for each outage who counts the calls, and waits for Redis in none but the first', async () => {
  const counts = new RedisCallCounts({
    url: redis?.url ?? '',
    prefix: 'test',
    log,
    settings,
    own: ownCounts(settings),
  });
  const operator = new Redis(redis?.url ?? '');
  operator.on('error', () => undefined);
  const isCounted = async () => {
    const subject = randomUUID();
    await counts.takeSearch(subject);
    return (await operator.exists(`{test:searches}:${subject}`)) === 1;
  };
  await eventually(isCounted);
  said.length = 0;
  for (const outages of [1, 2]) {
    await redis?.crash();
    await counts.takeSearch('ada');
    const startedAt = performance.now();
    for (let n = 0; n < 100; n++) await counts.takeSearch('ada');
    expect(performance.now() - startedAt).toBeLessThan(100 * 250);
    expect(said).toHaveLength(outages);
    await redis?.restart();
    await eventually(isCounted);
  }
  operator.disconnect();
  await counts.close();
});

it.each([
  ['is away', () => redis?.crash()],
  [
    'is late',
    async () => {
      const operator = new Redis(redis?.url ?? '');
      await operator.client('PAUSE', 60_000);
      operator.disconnect();
    },
  ],
])('holds callers to their limits in each process while Redis %s', async (_, hinder) => {
  const { counts } = stores();
  await hinder();
  const waits = await Promise.all(Array.from({ length: 200 }, () => counts.takeSearch('ada')));
  expect(waits.filter((ms) => ms === 0)).toHaveLength(settings.searchBurst);
  const ends = await Promise.all(Array.from({ length: 7 }, () => counts.beginIngest('ada')));
  expect(ends.filter((end) => end !== undefined)).toHaveLength(settings.ingestsAtOnce);
  await ends[0]?.();
  expect(await counts.beginIngest('ada')).toBeDefined();
  await counts.close();
});
