import type { Redis } from 'ioredis';
import { beginRun, releaseExclusive, renewExclusive } from '../scripts/scripts.js';

const LEASE_MS = 2000;
const RENEW_MS = 500;

interface Held {
  readonly id: string;
  readonly onLost: () => void;
}

/** The keys whose jobs run here and therefore nowhere else, kept by a lease. */
export class ExclusiveKeys {
  readonly #redis: Redis;
  readonly #held = new Map<string, Held>();
  #timer: NodeJS.Timeout | undefined;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Begins a run: frees its dedup key and takes its exclusive key, if it has one. False when another job holds that. */
  async begin(keys: { readonly dedup: string; readonly exclusive: string | undefined }, held: Held): Promise<boolean> {
    const { dedup, exclusive } = keys;
    const began = await beginRun.run(this.#redis, [dedup, exclusive ?? dedup], [held.id, LEASE_MS, exclusive === undefined ? 0 : 1]);
    if (began === 1 && exclusive !== undefined) this.#hold(exclusive, held);
    return began === 1;
  }

  async release(key: string): Promise<void> {
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#held.delete(key);
    if (this.#held.size === 0) this.stop();
    await releaseExclusive.run(this.#redis, [key], [held.id]).catch(() => undefined); // its lease runs out by itself
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #hold(key: string, held: Held): void {
    this.#held.set(key, held);
    this.#timer ??= setInterval(() => {
      for (const [name, holder] of this.#held) void this.#renew(name, holder);
    }, RENEW_MS);
  }

  async #renew(key: string, held: Held): Promise<void> {
    const isHeld = await renewExclusive.run(this.#redis, [key], [held.id, LEASE_MS]).catch(() => undefined);
    if (isHeld === 0 && this.#held.get(key) === held) held.onLost();
  }
}
