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
  /** Counts of this process alone, which hold while Redis gives no answer in time. */
  readonly own: CallCounts;
}

/** What callers asked for, counted in Redis for all replicas of the gateway. While Redis is away, or late,
 *  each replica counts for itself and holds nobody up. */
export class RedisCallCounts implements CallCounts {
  readonly #options: RedisCallCountsOptions;
  readonly #redis: LazyRedis;

  constructor(options: RedisCallCountsOptions) {
    this.#options = options;
    const onAway = (reason: string): void => {
      options.log('calls are counted by each gateway for itself until Redis answers', { reason });
    };
    this.#redis = new LazyRedis({ commandLimitMs: COMMAND_LIMIT_MS, ...options, onAway });
  }

  async takeSearch(subject: string): Promise<number> {
    const { searchesPerSecond, searchBurst } = this.#options.settings;
    const interval = 1000 / searchesPerSecond;
    const toWait = await this.#counted((redis) => redis.eval(TAKE, 1, this.#key('searches', subject), interval, interval * searchBurst));
    return toWait ?? this.#options.own.takeSearch(subject);
  }

  async beginIngest(subject: string): Promise<(() => Promise<void>) | undefined> {
    const [key, id] = [this.#key('ingests', subject), randomUUID()];
    const begin = () => this.#counted((redis) => redis.eval(BEGIN, 1, key, this.#options.settings.ingestsAtOnce, id, LEASE_MS));
    const begun = await begin();
    const endOwn = begun === undefined ? await this.#options.own.beginIngest(subject) : nothing;
    if (begun === 0 || endOwn === undefined) return undefined;
    const confirming = setInterval(() => void begin(), CONFIRM_MS).unref();
    return async () => {
      clearInterval(confirming);
      await Promise.all([endOwn(), this.#counted((redis) => redis.zrem(key, id))]);
    };
  }

  close(): Promise<void> {
    return this.#redis.close();
  }

  /** @returns undefined while Redis gives no answer */
  async #counted(count: (redis: Redis) => Promise<unknown>): Promise<number | undefined> {
    const counted = await this.#redis.attempt(count, undefined);
    return typeof counted === 'number' ? counted : undefined;
  }

  #key(kind: string, subject: string): string {
    return `{${this.#options.prefix}:${kind}}:${subject}`;
  }
}

const nothing = (): Promise<void> => Promise.resolve();
