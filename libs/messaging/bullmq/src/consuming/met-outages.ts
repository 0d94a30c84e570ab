import type { AnyQueue } from '@tributary/contracts';
import type { ErrorRecord } from '@tributary/kernel';
import { NOTE_EVERY_MS, outageKeyOf, standing, type Outage } from '@tributary/messaging-port';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { queueKey } from '../connection/keys.js';

const Noted = z.object({ at: z.number(), code: z.string(), message: z.string() });
/** All of a queue are forgotten where nobody meets one for so long. */
const FORGOTTEN_MS = 600_000;

/** What runs of any process met that was away, by queue and key. */
export class MetOutages {
  readonly #redis: Redis;
  readonly #prefix: string;
  /** When this process noted what last. */
  readonly #noted = new Map<string, number>();

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  /** Never rejects: the next run meets it, too. */
  async note(queue: AnyQueue, data: unknown, { code, message }: ErrorRecord): Promise<void> {
    const key = outageKeyOf(queue, data);
    if (key === undefined || !this.#isDue(`${queue.name}:${key}`)) return;
    const place = this.#place(queue);
    await this.#redis
      .multi()
      .hset(place, key, JSON.stringify({ at: Date.now(), code, message }))
      .pexpire(place, FORGOTTEN_MS)
      .exec()
      .catch(() => undefined);
  }

  async of(queue: AnyQueue): Promise<ReadonlyMap<string, Outage>> {
    const noted = Object.entries(await this.#redis.hgetall(this.#place(queue)));
    return standing(
      noted.map(([key, text]) => [key, Noted.parse(JSON.parse(text))] as const),
      Date.now(),
    );
  }

  #isDue(what: string): boolean {
    const now = performance.now();
    if (now - (this.#noted.get(what) ?? -Infinity) < NOTE_EVERY_MS) return false;
    this.#noted.set(what, now);
    return true;
  }

  #place(queue: AnyQueue): string {
    return queueKey(this.#prefix, queue.name, 'outages');
  }
}
