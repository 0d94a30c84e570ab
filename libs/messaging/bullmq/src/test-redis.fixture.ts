import { randomUUID } from 'node:crypto';
import { findRedis, startRedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach } from 'vitest';

const supply = findRedis();

/** A Redis for one test file: the one that is given, else one of its own, else the file’s tests are skipped and say why. */
export interface TestRedis {
  readonly url: string;
  /** No other test uses it. */
  readonly prefix: string;
  /** A plain client, as a foreign program or an operator has it. */
  readonly client: Redis;
}

export function useRedis(): () => TestRedis {
  let redis: TestRedis | undefined;
  let remove = (): Promise<void> => Promise.resolve();
  beforeAll(async () => {
    if (supply.kind === 'none') return;
    const url = supply.kind === 'url' ? supply.url : await startOwn();
    redis = { url, prefix: `test-${randomUUID().slice(0, 8)}`, client: new Redis(url) };
  });
  const startOwn = async (): Promise<string> => {
    const server = await startRedisServer(supply.kind === 'program' ? supply.command : '');
    remove = () => server.remove();
    return server.url;
  };
  beforeEach((context) => {
    if (supply.kind === 'none') context.skip(supply.reason);
  });
  afterAll(async () => {
    try {
      await clear(redis);
    } finally {
      await remove();
    }
    redis?.client.disconnect();
  });
  return () => {
    if (redis === undefined) throw new Error('The Redis is there when the first test begins.');
    return redis;
  };
}

async function clear(redis: TestRedis | undefined): Promise<void> {
  const keys = (await redis?.client.keys(`*${redis.prefix}*`)) ?? [];
  if (keys.length > 0) await redis?.client.unlink(...keys);
}
