import type { Redis } from 'ioredis';

const MEASURED_AGAIN_MS = 10_000;

/** Redis’s clock as this process knows it: what two machines agree on when they speak of the time a request has waited. */
export class ServerClock {
  readonly #redis: Redis;
  #aheadMs = 0;
  #measuredAt = -Infinity;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Right to half the time of one command. */
  async measure(): Promise<void> {
    const askedAt = Date.now();
    const [seconds = 0, micros = 0] = (await this.#redis.time()).map(Number);
    const middle = (askedAt + Date.now()) / 2;
    this.#aheadMs = seconds * 1000 + micros / 1000 - middle;
    this.#measuredAt = performance.now();
  }

  /** Milliseconds since 1970; measures again by itself now and then. */
  now(): number {
    if (performance.now() - this.#measuredAt > MEASURED_AGAIN_MS) {
      this.#measuredAt = performance.now();
      this.measure().catch(() => undefined); // the old measurement stands
    }
    return Date.now() + this.#aheadMs;
  }
}
