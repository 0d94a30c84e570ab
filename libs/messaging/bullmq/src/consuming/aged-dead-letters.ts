import type { AnyQueue } from '@tributary/contracts';
import type { Redis } from 'ioredis';
import { queueKey } from '../connection/keys.js';
import { dropAgedDead } from '../scripts/scripts.js';

const EVERY_MS = 3_600_000;
const AT_ONCE = 1000;

interface Kept {
  readonly queue: AnyQueue;
  readonly prefix: string;
  readonly redis: Redis;
}

/** Forgets dead letters over the age that their queue says, now and every hour. BullMQ does so only when another job dies, so that a lone one stays, and its alert with it.
 *  @returns what ends it */
export function forgetAgedDead({ queue, prefix, redis }: Kept): () => void {
  const forget = (): void => {
    const before = Date.now() - queue.retention.deadMs;
    dropAgedDead.run(redis, [queueKey(prefix, queue.name, '')], [before, AT_ONCE]).catch(() => undefined); // while Redis is away; tried again
  };
  forget();
  const timer = setInterval(forget, EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}
