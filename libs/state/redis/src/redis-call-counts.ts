import { randomUUID } from 'node:crypto';
import type { CallCounts, LimitSettings } from '@tributary/state-port';
import type { Redis } from 'ioredis';
import { LazyRedis, type RedisStateOptions, type StateLog } from './lazy-redis.js';

/** Counting must not hold up the call. */
const COMMAND_LIMIT_MS = 250;
/** An ingest that its process does not confirm for so long counts as ended: the process has died. */
const LEASE_MS = 30_000;
const CONFIRM_MS = 10_000;

/** GCRA, by Redis’s own clock. Nobody has more to wait for than his burst: a moment behind that was told before the clock was set back, and counts for nothing.
 *  KEYS: the moment at which his allowance is full again. ARGV: interval and burst (ms). @returns milliseconds to wait */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local full = tonumber(redis.call('GET', KEYS[1]) or now)
if full < now or full > now + tonumber(ARGV[2]) then full = now end
local next = full + tonumber(ARGV[1])
local early = next - now - tonumber(ARGV[2])
if early > 0 then return math.ceil(early) end
redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', math.ceil(next - now) + 1000)
return 0`;

/** KEYS: a set of running ingests by the end of their lease, which none has behind a lease from now, but one that was told before the clock was set back.
 *  ARGV: most at once, id, lease (ms). @returns 1 when it may begin */
const BEGIN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. (now + tonumber(ARGV[3])), '+inf')
local known = redis.call('ZSCORE', KEYS[1], ARGV[2])
if not known and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

interface RedisCallCountsOptions extends RedisStateOptions {
  readonly log: StateLog;
  readonly settings: LimitSettings;
}

/** What callers asked for, counted in Redis for all replicas of the gateway. While Redis is away nobody is held up: without it nothing is answered anyway. */
export class RedisCallCounts implements CallCounts {
  readonly #options: RedisCallCountsOptions;
  readonly #redis: LazyRedis;

  constructor(options: RedisCallCountsOptions) {
    this.#options = options;
    const onAway = (reason: string): void => {
      options.log('calls are not counted until Redis answers', { reason });
    };
    this.#redis = new LazyRedis({ commandLimitMs: COMMAND_LIMIT_MS, ...options, onAway });
  }

  async takeSearch(subject: string): Promise<number> {
    const { searchesPerSecond, searchBurst } = this.#options.settings;
    const interval = 1000 / searchesPerSecond;
    return this.#counted(0, (redis) => redis.eval(TAKE, 1, this.#key('searches', subject), interval, interval * searchBurst));
  }

  async beginIngest(subject: string): Promise<(() => Promise<void>) | undefined> {
    const [key, id] = [this.#key('ingests', subject), randomUUID()];
    const begin = () => this.#counted(1, (redis) => redis.eval(BEGIN, 1, key, this.#options.settings.ingestsAtOnce, id, LEASE_MS));
    if ((await begin()) === 0) return undefined;
    const confirming = setInterval(() => void begin(), CONFIRM_MS).unref();
    return async () => {
      clearInterval(confirming);
      await this.#counted(0, (redis) => redis.zrem(key, id));
    };
  }

  close(): Promise<void> {
    return this.#redis.close();
  }

  /** @param otherwise the answer while Redis gives none */
  async #counted(otherwise: number, count: (redis: Redis) => Promise<unknown>): Promise<number> {
    const counted = await this.#redis.attempt(count, otherwise);
    return typeof counted === 'number' ? counted : otherwise;
  }

  #key(kind: string, subject: string): string {
    return `{${this.#options.prefix}:${kind}}:${subject}`;
  }
}
