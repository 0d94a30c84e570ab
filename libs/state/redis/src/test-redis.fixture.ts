import { randomUUID } from 'node:crypto';
import type { CallCounts, LimitSettings, ListCodec } from '@tributary/state-port';
import { findRedis, startRedisServer } from '@tributary/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';

/** Where a test gets its Redis from. */
export const supply = findRedis();

/** Longer than any command takes on a machine that is busy with other tests. */
export const PATIENT_MS = 30_000;

export interface TestRedis {
  readonly url: string;
  /** A plain client, as an operator has it. */
  readonly client: Redis;
}

/** A Redis for one test file: the one that is given, else one of its own. */
export function useRedis(): () => TestRedis {
  let redis: TestRedis | undefined;
  let remove = (): Promise<void> => Promise.resolve();
  beforeAll(async () => {
    if (supply.kind === 'none') return;
    const url = supply.kind === 'url' ? supply.url : await startOwn(supply.command);
    redis = { url, client: new Redis(url) };
  });
  const startOwn = async (command: string): Promise<string> => {
    const server = await startRedisServer(command);
    remove = () => server.remove();
    return server.url;
  };
  afterAll(async () => {
    redis?.client.disconnect();
    await remove();
  });
  return () => {
    if (redis === undefined) throw new Error('The Redis is there when the first test begins.');
    return redis;
  };
}

/** Keys of one test. */
export function freshPrefix(): string {
  return `test-${randomUUID().slice(0, 8)}`;
}

/** Lets time go by for everything below a prefix: what is left of its time shrinks, and the moments that the counts hold come nearer. */
export async function passIn({ client }: TestRedis, { prefix, ms }: { readonly prefix: string; readonly ms: number }): Promise<void> {
  for (const key of await client.keys(`{${prefix}:*`)) {
    if (key.includes(':searches}')) await client.set(key, Number(await client.get(key)) - ms, 'KEEPTTL');
    if (key.includes(':ingests}')) for (const id of await client.zrange(key, '0', '-1')) await client.zincrby(key, -ms, id);
    // One whose time is over is removed by this.
    await client.pexpire(key, (await client.pttl(key)) - ms);
  }
}

/** What a process counts for itself, of one caller and without a clock: nothing comes back but ingests that end. */
export function ownCounts({ searchBurst, ingestsAtOnce }: LimitSettings): CallCounts {
  let [searches, ingests] = [0, 0];
  return {
    takeSearch: () => Promise.resolve(++searches > searchBurst ? 1000 : 0),
    beginIngest: () => {
      if (ingests >= ingestsAtOnce) return Promise.resolve(undefined);
      ingests++;
      return Promise.resolve(() => {
        ingests--;
        return Promise.resolve();
      });
    },
    close: () => Promise.resolve(),
  };
}

/** Lists as JSON. */
export const json: ListCodec<unknown> = {
  form: 'json',
  encode: (list) => Promise.resolve(Buffer.from(JSON.stringify(list))),
  decode: (bytes) => Promise.resolve(JSON.parse(bytes.toString())),
};
