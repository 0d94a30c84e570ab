import { randomUUID } from 'node:crypto';
import type { CursorStore, ListCodec } from '@tributary/state-port';
import type { Redis } from 'ioredis';
import { LazyRedis, type RedisStateOptions, type StateLog } from './lazy-redis.js';

const KEPT_SECONDS = 600;
/** Generous, since a machine that starts other processes lets this one stand for hundreds of milliseconds; the answer goes through the same Redis and would
 *  wait as long. */
const COMMAND_LIMIT_MS = 2000;
/** Of Redis's memory: where more is used, no list is kept. From 80 % on no job is taken in, which is not to come of pages that nobody may ask for. */
const FULL_SHARE = 0.7;
const MEASURE_EVERY_MS = 1000;
const AWAY = {
  code: 'CURSOR.UNAVAILABLE',
  message: 'Redis, which keeps the lists of searches for later pages, does not answer: try again in a moment.',
};

interface RedisCursorOptions<List> extends RedisStateOptions {
  readonly codec: ListCodec<List>;
  readonly log: StateLog;
}

/** Ranked lists in Redis, so that any replica of the federation continues them. While Redis is away, or
 *  nearly full, a search is answered all the same; its cursor then expires at once. A later page is not: it is asked for again. */
export class RedisCursorStore<List> implements CursorStore<List> {
  readonly #options: RedisCursorOptions<List>;
  readonly #redis: LazyRedis;
  #measuredAt = -Infinity;
  #isFull = false;

  constructor(options: RedisCursorOptions<List>) {
    this.#options = options;
    const onAway = (reason: string): void => {
      options.log('cursors are not kept until Redis answers', { reason });
    };
    this.#redis = new LazyRedis({ commandLimitMs: COMMAND_LIMIT_MS, ...options, onAway });
  }

  async put(list: List): Promise<string> {
    const id = randomUUID();
    const keep = async (redis: Redis): Promise<void> => {
      if (await this.#hasRoom(redis)) await redis.set(this.#key(id), await this.#options.codec.encode(list), 'EX', KEPT_SECONDS);
    };
    await this.#redis.attempt(keep, undefined);
    return id;
  }

  async get(id: string): Promise<List | undefined> {
    const bytes = await this.#redis.ask((redis) => redis.getBuffer(this.#key(id)), AWAY);
    return bytes === null ? undefined : this.#options.codec.decode(bytes);
  }

  /** As it was a second ago. */
  async #hasRoom(redis: Redis): Promise<boolean> {
    const now = performance.now();
    if (now - this.#measuredAt > MEASURE_EVERY_MS) {
      this.#measuredAt = now;
      const share = usedShare(await redis.info('memory'));
      if (share > FULL_SHARE && !this.#isFull)
        this.#options.log('cursors are not kept, as Redis is nearly full', { used_percent: Math.round(share * 100) });
      this.#isFull = share > FULL_SHARE;
    }
    return !this.#isFull;
  }

  close(): Promise<void> {
    return this.#redis.close();
  }

  /** With the form of what stands there: versions before kept JSON under `{prefix:cursor}:id`, and fail over anything else. */
  #key(id: string): string {
    const { prefix, codec } = this.#options;
    return `{${prefix}:cursor}:${codec.form}:${id}`;
  }
}

/** Used ÷ limit, from the answer to INFO; 0 without a limit. */
function usedShare(info: string): number {
  const field = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const limit = field('maxmemory');
  return limit === 0 ? 0 : field('used_memory') / limit;
}
