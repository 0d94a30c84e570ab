import { eventually, findRedisProgram, startRedisServer, startSilentLine } from '@tributary/testing';
import { expect, it } from 'vitest';
import { RedisSessionStore } from './redis-session-store.js';

it('is asked over another connection soon after the one there was fell silent without being closed', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using redis = await startRedisServer(supply.command);
  await using line = await startSilentLine(redis.port);
  const store = new RedisSessionStore({ url: `redis://127.0.0.1:${line.port.toString()}`, prefix: 'test' });
  await eventually(() => store.set('id', 'sealed', 600_000));
  line.silence();
  await expect(store.get('id')).rejects.toMatchObject({ code: 'SESSION.UNAVAILABLE', retryable: true });
  await eventually(async () => {
    expect(await store.get('id')).toBe('sealed');
  });
  await store.close();
});
