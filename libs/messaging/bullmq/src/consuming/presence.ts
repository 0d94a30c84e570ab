import type { Redis } from 'ioredis';
import { queueKey } from '../connection/keys.js';
import { announceConsumer, countConsumers } from '../scripts/scripts.js';

const ANNOUNCE_MS = 1000;
/** Many signs of life missed: a process that is alive stands still for seconds on a machine that is short of processor time, and what waits for it would be
 *  refused. */
const PRESENT_MS = 8000;

/** Tells everybody which queues this process consumes, and asks whether anybody consumes one. */
export class Presence {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #member: string;
  readonly #consumed = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  /** `member` names this process among the consumers. */
  constructor(redis: Redis, prefix: string, member: string) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#member = member;
    // After an outage nobody is known any more; requests would be refused until the next sign of life.
    redis.on('ready', () => {
      this.#announceAll();
    });
  }

  /** Resolves when others can see it. */
  async enter(queue: string): Promise<void> {
    this.#consumed.set(queue, (this.#consumed.get(queue) ?? 0) + 1);
    this.#timer ??= setInterval(() => {
      this.#announceAll();
    }, ANNOUNCE_MS);
    await this.#announce(queue);
  }

  async leave(queue: string): Promise<void> {
    const left = (this.#consumed.get(queue) ?? 1) - 1;
    if (left > 0) {
      this.#consumed.set(queue, left);
      return;
    }
    this.#consumed.delete(queue);
    if (this.#consumed.size === 0) this.stop();
    await this.#redis.zrem(this.#key(queue), this.#member).catch(() => undefined); // it runs out by itself
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Number of live processes that consume the queue. */
  async consumers(queue: string): Promise<number> {
    return Number(await countConsumers.run(this.#redis, [this.#key(queue)], []));
  }

  #announceAll(): void {
    for (const name of this.#consumed.keys()) this.#announce(name).catch(() => undefined); // announced again in a second
  }

  async #announce(queue: string): Promise<void> {
    await announceConsumer.run(this.#redis, [this.#key(queue)], [this.#member, PRESENT_MS]);
  }

  #key(queue: string): string {
    return queueKey(this.#prefix, queue, 'consumers');
  }
}
