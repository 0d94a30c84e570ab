import type { JobLog } from '@tributary/messaging-port';
import type { Redis } from 'ioredis';
import { redisReason, unavailable } from './unavailable.js';

/** Why a connection is away. Reconnecting is the answer to every error of it; who waits for a command hears of that there. */
export class ConnectionWatch {
  /** The last error since it was ready. */
  #error: Error | undefined;

  constructor(client: Redis) {
    client.on('error', (error) => {
      this.note(error);
    });
    client.on('ready', () => (this.#error = undefined));
  }

  /** Why it is left, where the server said so itself. */
  note(error: Error): void {
    this.#error = error;
  }

  get error(): Error | undefined {
    return this.#error;
  }
}

/** Tells when a connection is lost, once for each reason it is away for, and when it is back. One that was never ready is told by whoever opened it. */
export function tellOutages(client: Redis, log: JobLog): void {
  const told = new Set<string>();
  let wasReady = false;
  client.on('error', (error) => {
    const reason = redisReason(error) ?? 'unknown';
    if (!wasReady || told.has(reason)) return;
    told.add(reason);
    log('Redis is away', { reason: unavailable(error).message });
  });
  client.on('ready', () => {
    wasReady = true;
    if (told.size > 0) log('Redis is back');
    told.clear();
  });
}
