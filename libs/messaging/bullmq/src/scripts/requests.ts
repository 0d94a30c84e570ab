import type { Redis } from 'ioredis';
import { z } from 'zod';
import { LuaScript } from './lua-script.js';
import { NOT_KEPT } from './not-kept.js';

// Requests lie in BullMQ 6's own layout (wait, active, a hash and a lock for each), as jobs do, but one step moves many of them, and none is written to Redis's file.

/** Wakes one answerer that rests, and only one: with many of them a wake for all would cost Redis a look of each. */
const WAKE = `
  local function wake()
    repeat
      local answerer = redis.call('RPOP', base .. 'resting')
    until not answerer or redis.call('PUBLISH', answerer, '') > 0
  end`;

const askScript = new LuaScript(`${NOT_KEPT}
  local base = KEYS[1]${WAKE}
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000) -- what has waited is measured by Redis's own clock
  if redis.call('ZCOUNT', base .. 'consumers', '(' .. now, '+inf') == 0 then return 'nobody' end
  if redis.call('LLEN', base .. 'wait') >= tonumber(ARGV[1]) then return 'full' end
  redis.call('HSET', base .. ARGV[2], 'name', ARGV[3], 'data', ARGV[4], 'opts', '{}', 'timestamp', now, 'delay', '0', 'priority', '0')
  redis.call('LPUSH', base .. 'wait', ARGV[2])
  wake()
  return 'asked'`);

const Asked = z.enum(['asked', 'nobody', 'full']);

interface NewRequest {
  readonly id: string;
  readonly name: string;
  /** JSON. */
  readonly data: string;
  readonly maxWaiting: number;
}

/** Adds a request, if somebody lives to answer it and fewer than `maxWaiting` wait. `base` is the queue’s first key part. */
export async function addRequest(redis: Redis, base: string, request: NewRequest): Promise<z.infer<typeof Asked>> {
  return Asked.parse(await askScript.run(redis, [base], [request.maxWaiting, request.id, request.name, request.data]));
}

/** Takes a request back that has not begun, else tells its answerer. KEYS: wait list, job; ARGV: job id, cancel channel, public id. */
export const withdrawRequest = new LuaScript(`${NOT_KEPT}
  if redis.call('LREM', KEYS[1], 0, ARGV[1]) > 0 then return redis.call('DEL', KEYS[2]) end
  redis.call('PUBLISH', ARGV[2], ARGV[3])
  return 0`);

// A request whose lock is another's by now is answered all the same, and left to the other. One whose lock is nobody's may wait again: it has its answer now.
const turnScript = new LuaScript(`${NOT_KEPT}
  local base, token, lockMs, room, channel = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]${WAKE}
  local wait, active, resting = base .. 'wait', base .. 'active', base .. 'resting'
  local function release(id)
    local lock = base .. id .. ':lock'
    local holder = redis.call('GET', lock)
    if holder and holder ~= token then return false end
    if not holder then redis.call('LREM', wait, 1, id) end
    redis.call('DEL', lock)
    redis.call('LREM', active, 1, id)
    redis.call('SREM', base .. 'stalled', id)
    return true
  end
  local ended = 6 + 3 * tonumber(ARGV[5])
  for i = 6, ended - 1, 3 do
    if ARGV[i + 1] ~= '' then redis.call('PUBLISH', ARGV[i + 1], ARGV[i + 2]) end
    if release(ARGV[i]) then redis.call('DEL', base .. ARGV[i]) end
  end
  for i = ended, #ARGV do
    if release(ARGV[i]) then
      redis.call('RPUSH', wait, ARGV[i])
      wake()
    end
  end
  redis.call('LREM', resting, 0, channel)
  local waiting = redis.call('LLEN', wait)
  if room == 0 then
    if waiting > 0 then wake() end -- who is full, or leaves, may have been woken for what waits
    return { 0, {} }
  end
  local share = waiting
  if waiting > 1 then share = math.ceil(waiting / math.max(1, redis.call('ZCARD', base .. 'consumers'))) end
  local taken = {}
  for _ = 1, math.min(share, room) do
    local id = redis.call('RPOPLPUSH', wait, active)
    local job = redis.call('HMGET', base .. id, 'name', 'data', 'timestamp')
    if job[2] then
      redis.call('SET', base .. id .. ':lock', token, 'PX', lockMs)
      taken[#taken + 1] = { id, job[1], job[2], job[3], redis.call('HINCRBY', base .. id, 'ats', 1) }
    else
      redis.call('LREM', active, 1, id)
    end
  end
  if share < waiting then return { 1, taken } end
  if #taken < room then redis.call('LPUSH', resting, channel) end
  return { 0, taken }`);

/** A request that an answerer has ended: its answer and the channel on which that is heard; both empty where nobody waits. */
export interface EndedRequest {
  readonly id: string;
  readonly channel: string;
  readonly answer: string;
}

/** What an answerer tells Redis and asks of it in one step. */
interface Turn {
  /** Whose locks they are. */
  readonly token: string;
  readonly lockMs: number;
  /** Requests it would take. With some room left it rests afterwards, until it is woken. */
  readonly room: number;
  readonly wakeChannel: string;
  readonly ended: readonly EndedRequest[];
  /** Ids of requests that it does not answer after all; they are the first in the line again. */
  readonly givenBack: readonly string[];
}

const Taken = z
  .tuple([z.string(), z.string().nullable(), z.string(), z.string().nullable(), z.number()])
  .transform(([id, name, json, timestamp, number]) => ({ id, name: name ?? '', json, addedAt: Number(timestamp ?? 0), number }));
const TurnAnswer = z.tuple([z.number(), z.array(Taken)]);

/** A request as it was taken off the line. */
export type TakenRequest = z.infer<typeof Taken>;

/** Sends answers and takes requests, at most this answerer’s share of those that wait; `more`: there are others. */
export async function takeTurn(
  redis: Redis,
  base: string,
  { token, lockMs, room, wakeChannel, ended, givenBack }: Turn,
): Promise<{ readonly taken: readonly TakenRequest[]; readonly more: boolean }> {
  const answers = ended.flatMap(({ id, channel, answer }) => [id, channel, answer]);
  const args = [token, lockMs, room, wakeChannel, ended.length, ...answers, ...givenBack];
  const [more, taken] = TurnAnswer.parse(await turnScript.run(redis, [base], args));
  return { taken, more: more === 1 };
}

/** Renews an answerer’s locks and, when it is time, puts back what nobody holds a lock on.
 *  KEYS: base; ARGV: token, lock in ms, milliseconds between two looks of anybody, ids. Answers how many are under way afterwards. */
export const tendRequests = new LuaScript(`${NOT_KEPT}
  local base, token = KEYS[1], ARGV[1]${WAKE}
  for i = 4, #ARGV do
    local lock = base .. ARGV[i] .. ':lock'
    if redis.call('GET', lock) == token then
      redis.call('PEXPIRE', lock, ARGV[2])
      redis.call('SREM', base .. 'stalled', ARGV[i])
    end
  end
  if not redis.call('SET', base .. 'stalled-check', '1', 'PX', ARGV[3], 'NX') then return redis.call('LLEN', base .. 'active') end
  for _, id in ipairs(redis.call('LRANGE', base .. 'active', 0, -1)) do
    if redis.call('EXISTS', base .. id .. ':lock') == 0 then
      redis.call('LREM', base .. 'active', 1, id)
      redis.call('RPUSH', base .. 'wait', id)
      wake()
    end
  end
  return redis.call('LLEN', base .. 'active')`);
