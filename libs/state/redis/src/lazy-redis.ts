import { reconnecting, retryable } from '@tributary/kernel';
import type { Redis } from 'ioredis';

/** What is kept where. */
export interface RedisStateOptions {
  readonly url: string;
  /** First part of every key. */
  readonly prefix: string;
  /** Longest a command may take, in milliseconds; it fails then. */
  readonly commandLimitMs?: number;
}

/** What a connection is made of. */
interface LazyRedisOptions extends Required<Pick<RedisStateOptions, 'url' | 'commandLimitMs'>> {
  /** Told why it does not answer to `attempt`, once until it does again. */
  readonly onAway?: (reason: string) => void;
}

/** What is said of the state of replicas: ids and sizes, never texts. */
export type StateLog = (message: string, fields: Readonly<Record<string, string | number>>) => void;

const AGAIN_AFTER_MS = 1000;
/** A connection on which nothing came for this long after something was asked is replaced: of a machine that lost its power nobody closes it. */
const SILENT_MS = 10_000;

/** What a caller is told when Redis does not answer. */
interface Away {
  readonly code: string;
  readonly message: string;
}

/** One connection to Redis beside those of the queues, made when it is first asked for. While Redis is away commands fail by themselves and nothing else does. */
export class LazyRedis {
  readonly #options: LazyRedisOptions;
  #redis: Promise<Redis> | undefined;
  #isAway = false;

  constructor(options: LazyRedisOptions) {
    this.#options = options;
  }

  client(): Promise<Redis> {
    this.#redis ??= this.#connect();
    return this.#redis;
  }

  /** @throws what is told of it, retryable, when Redis does not answer */
  async ask<Answer>(ask: (redis: Redis) => Promise<Answer>, { code, message }: Away): Promise<Answer> {
    try {
      return await ask(await this.client());
    } catch (cause) {
      throw retryable(code, message, { retryAfterMs: AGAIN_AFTER_MS, cause });
    }
  }

  /** Asks for what the caller can do without. While Redis is known to be away nobody waits for it. @returns `otherwise` where it does not answer */
  async attempt<Answer>(ask: (redis: Redis) => Promise<Answer>, otherwise: Answer): Promise<Answer> {
    const redis = await this.client();
    if (this.#isAway && redis.status !== 'ready') return otherwise;
    try {
      const answer = await ask(redis);
      this.#isAway = false;
      return answer;
    } catch (error) {
      if (!this.#isAway) this.#options.onAway?.(error instanceof Error ? error.message : 'unknown');
      this.#isAway = true;
      return otherwise;
    }
  }

  async close(): Promise<void> {
    (await this.#redis)?.disconnect();
  }

  async #connect(): Promise<Redis> {
    const { Redis: Client } = await import('ioredis');
    const { url, commandLimitMs: commandTimeout } = this.#options;
    const limits = { commandTimeout, socketTimeout: SILENT_MS, maxRetriesPerRequest: 1 };
    const redis = new Client(url, { ...limits, lazyConnect: true, ...reconnecting({ asksAgain: true }) });
    // Without a listener a lost connection would end the process.
    redis.on('error', () => undefined);
    return redis;
  }
}
