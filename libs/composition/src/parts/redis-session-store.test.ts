import { eventually, findRedisProgram, startRedisServer, startSilentLine } from '@tributary/testing';
import { expect, it } from 'vitest';
import { RedisSessionStore } from './redis-session-store.js';

it('keeps what one replica puts there for the others, for its time, and gives what counts once to one of them', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  const redis = await startRedisServer(supply.command);
  const [one, other] = [
    new RedisSessionStore({ url: redis.url, prefix: 'test' }),
    new RedisSessionStore({ url: redis.url, prefix: 'test' }),
  ];
  try {
    await one.set('id', 'sealed', 60_000);
    expect(await other.get('id')).toBe('sealed');
    expect(await other.replace('id', 'anew', 60_000)).toBe(true);
    const taken = await Promise.all([one.take('id'), other.take('id')]);
    expect(taken.toSorted()).toEqual(['anew', undefined]);
    expect(await one.replace('id', 'back', 60_000)).toBe(false);
    expect(await other.get('id')).toBeUndefined();
    expect((await Promise.all([one.claim('lock', 60_000), other.claim('lock', 60_000)])).toSorted()).toEqual([false, true]);
  } finally {
    await Promise.all([one.close(), other.close()]);
    await redis.remove();
  }
});

it('says that it is Redis which does not answer', async () => {
  const store = new RedisSessionStore({ url: 'redis://127.0.0.1:9', prefix: 'test' });
  await expect(store.get('id')).rejects.toMatchObject({ code: 'SESSION.UNAVAILABLE', retryable: true });
  await store.close();
});

it('is asked over another connection soon after the one there was fell silent without being closed', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  await using line = await startSilentLine(redis.port);
  const store = new RedisSessionStore({ url: `redis://127.0.0.1:${line.port.toString()}`, prefix: 'test' });
  await store.set('id', 'sealed', 60_000);
  line.silence();
  await expect(store.get('id')).rejects.toMatchObject({ code: 'SESSION.UNAVAILABLE', retryable: true });
  await eventually(async () => {
    expect(await store.get('id')).toBe('sealed');
  });
  await store.close();
});
