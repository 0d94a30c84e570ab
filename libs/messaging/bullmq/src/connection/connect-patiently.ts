import { setTimeout as pause } from 'node:timers/promises';
import { toErrorRecord } from '@tributary/kernel';
import type { BullmqOptions } from '../options.js';
import { RedisClients } from './redis-clients.js';
import { isAway } from './unavailable.js';

const RETRY_MS = 500;

/** Connections to a Redis that answers; where none does, it is asked again for as long as the options say. A password or a certificate that is refused is so at once.
 *  @throws `QUEUE.UNAVAILABLE` */
export async function connectPatiently({ url, log = () => undefined, patienceMs = 0 }: BullmqOptions): Promise<RedisClients> {
  const endsAt = performance.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    try {
      return await RedisClients.connect(url, log);
    } catch (error) {
      if (!isAway(error) || performance.now() >= endsAt) throw error;
      if (tries === 1)
        log('Redis is not there; the start waits for it', { seconds: patienceMs / 1000, reason: toErrorRecord(error).message });
      await pause(RETRY_MS);
    }
  }
}
