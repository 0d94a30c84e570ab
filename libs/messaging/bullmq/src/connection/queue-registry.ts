import { Queue } from 'bullmq';
import { bullmqPrefix, queueNamesKey } from './keys.js';
import type { RedisClients } from './redis-clients.js';
import { orUnavailable } from './unavailable.js';

/** Nobody reads BullMQ’s event stream here; a short one keeps Redis small. */
const EVENTS_KEPT = 100;

/** BullMQ’s queue objects of this process, one per name, over one connection. */
export class QueueRegistry {
  readonly #clients: RedisClients;
  readonly #prefix: string;
  readonly #queues = new Map<string, Promise<Queue>>();

  constructor(clients: RedisClients, prefix: string) {
    this.#clients = clients;
    this.#prefix = prefix;
    // Redis may come back without what it held.
    clients.callers.on('ready', () => {
      this.#register([...this.#queues.keys()]).catch(() => undefined); // with the next connection, or the next queue
    });
  }

  /** @throws `QUEUE.UNAVAILABLE` while Redis is away */
  async get(name: string): Promise<Queue> {
    this.#clients.expectReady();
    const known = this.#queues.get(name);
    if (known !== undefined) return known;
    const opened = this.#open(name);
    this.#queues.set(name, opened);
    // BullMQ keeps a failed first contact for ever; the next call begins anew.
    opened.catch(() => this.#queues.delete(name));
    return orUnavailable(opened);
  }

  async #open(name: string): Promise<Queue> {
    const queue = new Queue(name, {
      connection: this.#clients.callers,
      prefix: bullmqPrefix(this.#prefix, name),
      streams: { events: { maxLen: EVENTS_KEPT } },
    });
    queue.on('error', () => undefined); // each call reports its own failure
    await queue.waitUntilReady();
    await this.#register([name]);
    return queue;
  }

  async #register(names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.#clients.callers.sadd(queueNamesKey(this.#prefix), ...names);
  }

  /** Every queue used with this prefix, by any process. */
  async names(): Promise<readonly string[]> {
    return this.#clients.ask(() => this.#clients.callers.smembers(queueNamesKey(this.#prefix)));
  }

  async close(): Promise<void> {
    for (const opened of this.#queues.values()) await opened.then((queue) => queue.close()).catch(() => undefined); // its connection ends next
  }
}
