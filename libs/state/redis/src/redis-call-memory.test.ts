import { expect, it } from 'vitest';
import { RedisCallMemory } from './redis-call-memory.js';
import { freshPrefix, passIn, PATIENT_MS, supply, useRedis } from './test-redis.fixture.js';

const redis = useRedis();

it('frees the key of a call whose process died after 15 minutes', async (context) => {
  if (supply.kind === 'none') return context.skip(supply.reason);
  const prefix = freshPrefix();
  const memory = new RedisCallMemory({ url: redis().url, prefix, commandLimitMs: PATIENT_MS });
  await memory.claim('key', 'print');
  await passIn(redis(), { prefix, ms: 14 * 60_000 });
  expect(await memory.claim('key', 'print')).toMatchObject({ state: 'begun' });
  await passIn(redis(), { prefix, ms: 60_000 });
  expect(await memory.claim('key', 'print')).toBeUndefined();
  await memory.close();
});
