import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { queueKey, wakeChannel } from '../connection/keys.js';
import type { Subscriptions } from '../connection/subscriptions.js';
import { endRest, restUntilAsked } from '../scripts/scripts.js';

interface RestingParts {
  readonly queue: string;
  readonly prefix: string;
  readonly redis: Redis;
  readonly subscriptions: Subscriptions;
}

/** How an answerer waits for the next request without writing to Redis’s file: it lies in a list, and whoever asks wakes the first of it. */
export class Resting {
  readonly #parts: RestingParts;
  readonly #channel: string;
  #wake: () => void = () => undefined;

  constructor(parts: RestingParts) {
    this.#parts = parts;
    this.#channel = wakeChannel(parts.prefix, randomBytes(8).toString('hex'));
  }

  /** Resolves when it can be woken. */
  async prepare(): Promise<void> {
    await this.#parts.subscriptions.listen(this.#channel, () => {
      this.wake();
    });
  }

  /** Resolves when something waits, when `wake` is called, or after `withinMs`: a wake can get lost with Redis. */
  async untilAsked(withinMs: number): Promise<void> {
    const { queue, prefix, redis } = this.#parts;
    const [wait, resting] = [queueKey(prefix, queue, 'wait'), queueKey(prefix, queue, 'resting')];
    let timer: NodeJS.Timeout | undefined;
    const woken = new Promise<'woken'>((resolve) => {
      this.#wake = () => {
        resolve('woken');
      };
    });
    const tooLong = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => {
        resolve('late');
      }, withinMs);
    });
    const busy = restUntilAsked.run(redis, [wait, resting], [this.#channel]).then((rests) => (rests === 1 ? woken : 'busy'));
    const outcome = await Promise.race([woken, tooLong, busy]);
    clearTimeout(timer);
    if (outcome === 'late') await endRest.run(redis, [resting], [this.#channel]);
  }

  wake(): void {
    this.#wake();
  }
}
