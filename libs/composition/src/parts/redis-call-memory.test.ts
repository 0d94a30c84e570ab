import { findRedisProgram, startRedisServer } from '@tributary/testing';
import { expect, it } from 'vitest';
import { RedisCallMemory } from './redis-call-memory.js';

it('remembers a call for every replica, until it failed', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  const redis = await startRedisServer(supply.command);
  const [one, other] = [new RedisCallMemory({ url: redis.url, prefix: 'test' }), new RedisCallMemory({ url: redis.url, prefix: 'test' })];
  try {
    expect(await one.claim('key', 'print')).toBeUndefined();
    expect(await other.claim('key', 'print')).toEqual({ state: 'begun', fingerprint: 'print' });
    await one.answer('key', { fingerprint: 'print', answer: '[1]' });
    expect(await other.claim('key', 'another')).toEqual({ state: 'answered', fingerprint: 'print', answer: '[1]' });
    expect(await other.claim('failing', 'print')).toBeUndefined();
    await other.release('failing');
    expect(await one.claim('failing', 'print')).toBeUndefined();
  } finally {
    await Promise.all([one.close(), other.close()]);
    await redis.remove();
  }
});

it('refuses a call with a key while Redis is away, rather than to make it twice', async () => {
  const memory = new RedisCallMemory({ url: 'redis://127.0.0.1:9', prefix: 'test' });
  await expect(memory.claim('key', 'print')).rejects.toMatchObject({ code: 'IDEMPOTENCY.UNAVAILABLE', retryable: true });
  await memory.close();
});
