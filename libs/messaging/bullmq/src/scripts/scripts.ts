import { NOT_KEPT } from './not-kept.js';
import { LuaScript } from './lua-script.js';

/** Begins a run: takes the exclusive key, and frees the dedup key, so that what is asked for from now on runs afterwards.
 *  KEYS: dedup key, exclusive key; ARGV: job id, lease in ms, 1 when the exclusive key counts. Answers 0 when another job holds it. */
export const beginRun = new LuaScript(`
  if ARGV[3] == '1' then
    local holder = redis.call('GET', KEYS[2])
    if holder and holder ~= ARGV[1] then return 0 end
    redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
  end
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
  return 1`);

/** KEYS: exclusive key; ARGV: job id, lease in ms. Answers 0 when the key is no longer this job's. */
export const renewExclusive = new LuaScript(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`);

/** KEYS: exclusive key; ARGV: job id. */
export const releaseExclusive = new LuaScript(`
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
  return 1`);

/** A process that lives on has lost its lock on a job: BullMQ counts that, before or after, as it counts a death. Takes the count back up to a bound,
 *  since a job may make every process stand still. KEYS: job; ARGV: the bound. Answers 1 when it is taken back. */
export const forgiveLostRun = new LuaScript(`
  if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HINCRBY', KEYS[1], 'forgiven', 1) > tonumber(ARGV[1]) then return 0 end
  redis.call('HINCRBY', KEYS[1], 'stc', -1)
  return 1`);

/** A sign of life of a consumer, by Redis's own clock. KEYS: consumers; ARGV: consumer, time to live in ms. */
export const announceConsumer = new LuaScript(`${NOT_KEPT}
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`);

/** Number of live consumers. KEYS: consumers. */
export const countConsumers = new LuaScript(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  return redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf')`);

/** Ends a job that has not begun; one that runs keeps the outcome, which whoever fetches it next ends it with. KEYS: base key of the queue; ARGV: job id, now, outcome.
 *  A dead letter is put away: its outcome is this one from now on. Answers 1 when it is ended, 2 when it runs (flagged), 3 when it has ended before, 0 when there is none. */
export const cancelJob = new LuaScript(`
  local base, id = KEYS[1], ARGV[1]
  local job = base .. id
  if redis.call('EXISTS', job) == 0 then return 0 end
  local removed = redis.call('LREM', base .. 'wait', 0, id) + redis.call('LREM', base .. 'paused', 0, id)
    + redis.call('ZREM', base .. 'prioritized', id) + redis.call('ZREM', base .. 'delayed', id) + redis.call('ZREM', base .. 'failed', id)
  if removed == 0 then
    if redis.call('HEXISTS', job, 'finishedOn') == 1 then return 3 end
    redis.call('HSET', job, 'returnvalue', ARGV[3])
    return 2
  end
  local dedup = redis.call('HGET', job, 'deid')
  if dedup and redis.call('GET', base .. 'de:' .. dedup) == id then redis.call('DEL', base .. 'de:' .. dedup) end
  redis.call('HDEL', job, 'failedReason', 'stacktrace')
  redis.call('HSET', job, 'returnvalue', ARGV[3], 'finishedOn', ARGV[2])
  redis.call('ZADD', base .. 'completed', ARGV[2], id)
  return 1`);

/** Counts, age and size of what is in a queue. KEYS: base key of the queue.
 *  Answers [waiting, delayed, active, failed, timestamp of the oldest waiting job, bytes of the payloads not started yet].
 *  The bytes are those of up to 16 jobs of each kind, evenly spread over the line, times their number. */
export const surveyQueue = new LuaScript(`
  local base = KEYS[1]
  local wait, prioritized = redis.call('LLEN', base .. 'wait'), redis.call('ZCARD', base .. 'prioritized')
  local delayed = redis.call('ZCARD', base .. 'delayed')
  local oldest = 0
  local function look(id)
    local timestamp = id and tonumber(redis.call('HGET', base .. id, 'timestamp') or '')
    if timestamp and (oldest == 0 or timestamp < oldest) then oldest = timestamp end
  end
  look(redis.call('LINDEX', base .. 'wait', -1))
  local cursor = '-inf'
  for _ = 1, 64 do -- the first of each priority; BullMQ keeps priority * 2^32 + counter as score
    local first = redis.call('ZRANGEBYSCORE', base .. 'prioritized', cursor, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    if #first == 0 then break end
    look(first[1])
    cursor = string.format('%.0f', (math.floor(tonumber(first[2]) / 4294967296) + 1) * 4294967296)
  end
  local function bytes(count, at)
    if count == 0 then return 0 end
    local samples, sum = math.min(count, 16), 0
    for i = 0, samples - 1 do
      local id = at(math.floor(i * count / samples))
      if id then sum = sum + redis.call('HSTRLEN', base .. id, 'data') end
    end
    return math.floor(sum / samples * count)
  end
  local function inSet(key) return function(i) return redis.call('ZRANGE', base .. key, i, i)[1] end end
  local total = bytes(wait, function(i) return redis.call('LINDEX', base .. 'wait', i) end)
    + bytes(prioritized, inSet('prioritized')) + bytes(delayed, inSet('delayed'))
  return { wait + prioritized, delayed, redis.call('LLEN', base .. 'active'), redis.call('ZCARD', base .. 'failed'), oldest, total }`);

/** Forgets the dead letters that died first, where all of the queue take more than their part. KEYS: base key of the queue; ARGV: how many at most, bytes of
 *  payload they may take, by up to 16 of them, evenly spread. Answers how many went. */
export const dropOldestDead = new LuaScript(`
  local base = KEYS[1]
  local dead = redis.call('ZCARD', base .. 'failed')
  local samples, sum = math.min(dead, 16), 0
  for i = 0, samples - 1 do
    local at = math.floor(i * dead / samples)
    sum = sum + redis.call('HSTRLEN', base .. redis.call('ZRANGE', base .. 'failed', at, at)[1], 'data')
  end
  if dead == 0 or sum / samples * dead <= tonumber(ARGV[2]) then return 0 end
  local ids = redis.call('ZRANGE', base .. 'failed', 0, ARGV[1] - 1)
  for _, id in ipairs(ids) do
    redis.call('DEL', base .. id, base .. id .. ':logs')
    redis.call('ZREM', base .. 'failed', id)
  end
  return #ids`);

/** Forgets dead letters that died before a moment, the oldest first. KEYS: base key of the queue; ARGV: ms since the epoch, how many at most. Answers how many went. */
export const dropAgedDead = new LuaScript(`
  local base = KEYS[1]
  local ids = redis.call('ZRANGEBYSCORE', base .. 'failed', '-inf', '(' .. ARGV[1], 'LIMIT', 0, ARGV[2])
  for _, id in ipairs(ids) do
    redis.call('DEL', base .. id, base .. id .. ':logs')
    redis.call('ZREM', base .. 'failed', id)
  end
  return #ids`);
