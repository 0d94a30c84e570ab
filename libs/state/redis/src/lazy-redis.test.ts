import { findRedisProgram, startRedisServer, startSilentLine } from '@tributary/testing';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { LazyRedis } from './lazy-redis.js';

const supply = findRedisProgram();

it('follows a failover with the very command that the demoted server refuses', async (context) => {
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using first = await startRedisServer(supply.command);
  await using second = await startRedisServer(supply.command);
  await using line = await startSilentLine(first.port);
  const redis = new LazyRedis({ url: `redis://127.0.0.1:${line.port.toString()}`, commandLimitMs: 10_000 });
  const operators = { first: new Redis(first.url), second: new Redis(second.url) };
  try {
    await (await redis.client()).set('a', '1');
    line.leadTo(second.port);
    await operators.first.replicaof('127.0.0.1', second.port);
    expect(await (await redis.client()).set('b', '2')).toBe('OK');
    expect(await operators.second.get('b')).toBe('2');
  } finally {
    operators.first.disconnect();
    operators.second.disconnect();
    await redis.close();
  }
});
