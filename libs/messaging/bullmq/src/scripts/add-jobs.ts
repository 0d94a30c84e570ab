import type { Redis } from 'ioredis';
import { z } from 'zod';
import { LuaScript } from './lua-script.js';

/** A job as BullMQ keeps it: the strings go into its hash as they are. */
export interface StoredJob {
  /** Empty: the next number of the queue. */
  readonly id: string;
  readonly name: string;
  /** JSON. */
  readonly data: string;
  /** BullMQ’s options as JSON, under BullMQ’s short names. */
  readonly options: string;
  /** 0: BullMQ’s plain line, which goes before all priorities. */
  readonly priority: number;
  readonly delayMs: number;
  /** Empty: the job stands alone. */
  readonly dedup: string;
}

// Writes jobs in BullMQ 6's own layout, many in one step. Beside BullMQ's way (one script and two events a job) it costs Redis and the caller
// less than half, and it tells whether a job was added or another one stands for it. The consumers are BullMQ's own workers.
const SHARED = `
  local base, now = KEYS[1], tonumber(ARGV[1])
  local function wake(score, member)
    local meta = redis.call('HMGET', base .. 'meta', 'paused', 'concurrency')
    if meta[1] then return end
    if meta[2] and redis.call('LLEN', base .. 'active') >= tonumber(meta[2]) then return end
    redis.call('ZADD', base .. 'marker', score, member)
  end
  local function delayed(id, delay) -- BullMQ orders jobs of one millisecond by 12 bits below the time
    local from, to = (now + delay) * 4096, (now + delay + 1) * 4096 - 1
    local last = redis.call('ZREVRANGEBYSCORE', base .. 'delayed', to, from, 'WITHSCORES', 'LIMIT', 0, 1)
    redis.call('ZADD', base .. 'delayed', #last > 0 and math.min(tonumber(last[2]) + 1, to) or from, id)
  end
  local function store(id, name, data, options, priority, delay)
    redis.call('HSET', base .. id, 'name', name, 'data', data, 'opts', options, 'timestamp', now, 'delay', delay, 'priority', priority)
    if tonumber(delay) > 0 then
      delayed(id, tonumber(delay))
    elseif priority == '0' then
      redis.call('LPUSH', base .. 'wait', id)
    else
      redis.call('ZADD', base .. 'prioritized', tonumber(priority) * 4294967296 + redis.call('INCR', base .. 'pc') % 4294967296, id)
    end
  end`;

const FIELDS = 7;

const addScript = new LuaScript(`${SHARED}
  local answers, ready, late = {}, false, false
  for i = 2, #ARGV, ${FIELDS.toString()} do
    local id, name, data, options, priority, delay, dedup = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], ARGV[i + 4], ARGV[i + 5], ARGV[i + 6]
    local key = base .. 'de:' .. dedup
    local standing = dedup ~= '' and redis.call('GET', key)
    if standing and redis.call('EXISTS', base .. standing) == 1 then
      answers[#answers + 1] = { standing, 1 }
    else
      local number = redis.call('INCR', base .. 'id')
      if id == '' then id = tostring(number) end
      store(id, name, data, options, priority, delay)
      if dedup ~= '' then
        redis.call('HSET', base .. id, 'deid', dedup)
        redis.call('SET', key, id)
      end
      if tonumber(delay) > 0 then late = true else ready = true end
      answers[#answers + 1] = { id, 0 }
    end
  end
  if late then wake(tonumber(redis.call('ZRANGE', base .. 'delayed', 0, 0, 'WITHSCORES')[2]) / 4096, '1') end
  if ready then wake(0, '0') end
  return answers`);

const Added = z.array(z.tuple([z.string(), z.number()]));

/** Adds jobs in one step; answers, for each, its id or the id of the waiting job that stands for it. `base` is the queue’s first key part. */
export async function addJobs(
  redis: Redis,
  base: string,
  jobs: readonly StoredJob[],
): Promise<readonly { readonly id: string; readonly deduplicated: boolean }[]> {
  const args = jobs.flatMap(({ id, name, data, options, priority, delayMs, dedup }) => [id, name, data, options, priority, delayMs, dedup]);
  const answers = Added.parse(await addScript.run(redis, [base], [Date.now(), ...args]));
  return answers.map(([id, standing]) => ({ id, deduplicated: standing === 1 }));
}
