import type { SessionStore } from '@tributary/state-port';
import type { Redis } from 'ioredis';
import { LazyRedis, type RedisStateOptions } from './lazy-redis.js';

const COMMAND_LIMIT_MS = 1000;
const AWAY = {
  code: 'SESSION.UNAVAILABLE',
  message: 'Redis, which keeps the sessions of browsers, does not answer: try again in a moment.',
};

/** Sessions of browsers in Redis, for all replicas of the gateway. What is kept comes sealed; without Redis a browser with a session is asked to wait. */
export class RedisSessionStore implements SessionStore {
  readonly #prefix: string;
  readonly #redis: LazyRedis;

  constructor({ prefix, ...connection }: RedisStateOptions) {
    this.#prefix = prefix;
    this.#redis = new LazyRedis({ commandLimitMs: COMMAND_LIMIT_MS, ...connection });
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#asked((redis) => redis.get(this.#key(key)))) ?? undefined;
  }

  async set(key: string, value: string, lifeMs: number): Promise<void> {
    await this.#asked((redis) => redis.set(this.#key(key), value, 'PX', lifeMs));
  }

  async replace(key: string, value: string, lifeMs: number): Promise<boolean> {
    return (await this.#asked((redis) => redis.set(this.#key(key), value, 'PX', lifeMs, 'XX'))) === 'OK';
  }

  async take(key: string): Promise<string | undefined> {
    return (await this.#asked((redis) => redis.getdel(this.#key(key)))) ?? undefined;
  }

  async claim(key: string, lifeMs: number): Promise<boolean> {
    return (await this.#asked((redis) => redis.set(this.#key(key), '1', 'PX', lifeMs, 'NX'))) === 'OK';
  }

  close(): Promise<void> {
    return this.#redis.close();
  }

  #asked<Answer>(ask: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    return this.#redis.ask(ask, AWAY);
  }

  #key(key: string): string {
    return `{${this.#prefix}:session}:${key}`;
  }
}
