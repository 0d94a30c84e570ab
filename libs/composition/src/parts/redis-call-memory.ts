import { retryable } from '@tributary/kernel';
import type { CallMemory, KeptCall } from '@tributary/gateway';
import type { Redis } from 'ioredis';
import { z } from 'zod';

const COMMAND_LIMIT_MS = 1000;
const KEPT_SECONDS = 24 * 3600;
/** A call whose process died leaves its key free after this long: no call lasts longer. */
const BEGUN_SECONDS = 900;

const Kept: z.ZodType<KeptCall> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('begun'), fingerprint: z.string() }),
  z.object({ state: z.literal('answered'), fingerprint: z.string(), answer: z.string() }),
]);

/** Calls by their idempotency key in Redis, for all replicas of the gateway. Without Redis a call with a key is refused rather than made twice. */
export class RedisCallMemory implements CallMemory {
  readonly #url: string;
  readonly #prefix: string;
  #redis: Promise<Redis> | undefined;

  constructor({ url, prefix }: { readonly url: string; readonly prefix: string }) {
    this.#url = url;
    this.#prefix = prefix;
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

  async close(): Promise<void> {
    (await this.#redis)?.disconnect();
  }

  async #asked<Answer>(ask: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    try {
      this.#redis ??= this.#connect();
      return await ask(await this.#redis);
    } catch (cause) {
      const message = 'Redis, which remembers idempotency keys, does not answer: try again in a moment.';
      throw retryable('IDEMPOTENCY.UNAVAILABLE', message, { retryAfterMs: 1000, cause });
    }
  }

  async #connect(): Promise<Redis> {
    const { Redis: Client } = await import('ioredis');
    const redis = new Client(this.#url, { commandTimeout: COMMAND_LIMIT_MS, maxRetriesPerRequest: 1, lazyConnect: true });
    // Without a listener a lost connection would end the process; commands fail by themselves meanwhile.
    redis.on('error', () => undefined);
    return redis;
  }

  #key(key: string): string {
    return `{${this.#prefix}:once}:${key}`;
  }
}
