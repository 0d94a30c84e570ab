import type { CallMemory, KeptCall } from '@tributary/state-port';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { LazyRedis, type RedisStateOptions } from './lazy-redis.js';

const COMMAND_LIMIT_MS = 1000;
const AWAY = {
  code: 'IDEMPOTENCY.UNAVAILABLE',
  message: 'Redis, which remembers idempotency keys, does not answer: try again in a moment.',
};
const KEPT_SECONDS = 24 * 3600;
/** A call whose process died leaves its key free after this long: no call lasts longer. */
const BEGUN_SECONDS = 900;

const Kept: z.ZodType<KeptCall> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('begun'), fingerprint: z.string() }),
  z.object({ state: z.literal('answered'), fingerprint: z.string(), answer: z.string() }),
]);

/** Calls by their idempotency key in Redis, for all replicas of the gateway. Without Redis a call with a key is refused rather than made twice. */
export class RedisCallMemory implements CallMemory {
  readonly #prefix: string;
  readonly #redis: LazyRedis;

  constructor({ prefix, ...connection }: RedisStateOptions) {
    this.#prefix = prefix;
    this.#redis = new LazyRedis({ commandLimitMs: COMMAND_LIMIT_MS, ...connection });
  }

  claim(key: string, fingerprint: string): Promise<KeptCall | undefined> {
    const call: KeptCall = { state: 'begun', fingerprint };
    return this.#asked(async (redis) => {
      if ((await redis.set(this.#key(key), JSON.stringify(call), 'EX', BEGUN_SECONDS, 'NX')) === 'OK') return undefined;
      const before = await redis.get(this.#key(key));
      // Gone in between: the call that had it has failed just now, and the caller may ask again.
      return before === null ? call : Kept.parse(JSON.parse(before));
    });
  }

  async answer(key: string, call: { readonly fingerprint: string; readonly answer: string }): Promise<void> {
    await this.#asked((redis) => redis.set(this.#key(key), JSON.stringify({ state: 'answered', ...call }), 'EX', KEPT_SECONDS));
  }

  async release(key: string): Promise<void> {
    await this.#asked((redis) => redis.del(this.#key(key)));
  }

  close(): Promise<void> {
    return this.#redis.close();
  }

  #asked<Answer>(ask: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    return this.#redis.ask(ask, AWAY);
  }

  #key(key: string): string {
    return `{${this.#prefix}:once}:${key}`;
  }
}
