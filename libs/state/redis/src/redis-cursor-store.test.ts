import { eventually, findRedisProgram, startRedisServer, type RedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RedisCursorStore } from './redis-cursor-store.js';
import { json, PATIENT_MS } from './test-redis.fixture.js';

const list = { hits: ['a'] };
const said: string[] = [];
const log = (message: string) => said.push(message);

let redis: RedisServer | undefined;
let operator: Redis;
beforeEach(async (context) => {
  said.length = 0;
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  redis = await startRedisServer(supply.command);
  operator = new Redis(redis.url);
});
afterEach(async () => {
  if (redis !== undefined) operator.disconnect();
  await redis?.remove();
});

const open = (limits: { readonly commandLimitMs?: number } = { commandLimitMs: PATIENT_MS }) =>
  new RedisCursorStore({ url: redis?.url ?? '', prefix: 'test', codec: json, log, ...limits });

it('keeps a list that Redis takes half a second for', async () => {
  const store = open({});
  await eventually(async () => {
    await operator.client('PAUSE', 500, 'ALL');
    expect(await store.get(await store.put(list))).toEqual(list);
  });
  await store.close();
});

it('keeps no list while Redis is nearly full, says so once, and keeps them again when there is room', async () => {
  const store = open();
  const isKept = async () => (await store.get(await store.put(list))) !== undefined;
  await operator.config('SET', 'maxmemory', '100mb');
  for (let n = 0; n < 75; n++) await operator.set(`job-${n.toString()}`, 'x'.repeat(1_000_000));
  expect([await isKept(), await isKept()]).toEqual([false, false]);
  expect(said).toEqual(['cursors are not kept, as Redis is nearly full']);
  await operator.flushall();
  await eventually(isKept);
  await store.close();
});

it('hides lists of its form from versions that kept another one, and theirs from itself', async () => {
  const store = open();
  await operator.set('{test:cursor}:old', JSON.stringify(list));
  expect(await store.get('old')).toBeUndefined();
  const id = await store.put(list);
  expect(await operator.get(`{test:cursor}:${id}`)).toBeNull();
  expect(await operator.get(`{test:cursor}:json:${id}`)).toBe(JSON.stringify(list));
  await store.close();
});
