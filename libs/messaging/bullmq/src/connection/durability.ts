import type { QueueDurability, QueueEviction } from '@tributary/messaging-port';
import type { Redis } from 'ioredis';
import { queueNamesKey } from './keys.js';
import { unavailable } from './unavailable.js';

/** Asks for a write that changes nothing, so that the server says of itself whether it takes any: a replica, one without memory or with a full disk does not.
 *  @throws `QUEUE.UNAVAILABLE` */
export async function expectWrites(redis: Redis, prefix: string): Promise<void> {
  const key = queueNamesKey(prefix);
  try {
    const known = await redis.srandmember(key);
    // Where no queue was used yet: an entry for a list that is not there, which makes none.
    await (known === null ? redis.lpushx(key, '') : redis.sadd(key, known));
  } catch (error) {
    throw unavailable(error);
  }
}

/** What the server's settings promise for a job it has acknowledged; a server that does not tell is `unknown`. @throws `QUEUE.UNAVAILABLE` where none answers */
export async function readDurability(redis: Redis): Promise<QueueDurability> {
  try {
    const appendOnly = await setting(redis, 'appendonly');
    if (appendOnly === undefined) return 'unknown';
    if (appendOnly !== 'yes') return 'none';
    const fsync = await setting(redis, 'appendfsync');
    return fsync === 'always' ? 'fsync' : fsync === 'everysec' ? 'everysec' : 'none';
  } catch (error) {
    return unknownOf(error);
  }
}

/** By INFO, which every worker of BullMQ may ask for, also where the settings are closed. @throws `QUEUE.UNAVAILABLE` where none answers */
export async function readEviction(redis: Redis): Promise<QueueEviction> {
  try {
    const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
    if (policy === undefined) return 'unknown';
    return policy === 'noeviction' ? 'never' : 'possible';
  } catch (error) {
    return unknownOf(error);
  }
}

/** A refusal is an answer, as of a server that closes its settings. */
function unknownOf(error: unknown): 'unknown' {
  if (error instanceof Error && error.name === 'ReplyError') return 'unknown';
  throw unavailable(error);
}

async function setting(redis: Redis, name: string): Promise<string | undefined> {
  const answer: unknown = await redis.config('GET', name);
  const value: unknown = Array.isArray(answer) ? answer[1] : undefined;
  return typeof value === 'string' ? value : undefined;
}
