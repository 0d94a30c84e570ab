import type { RedisClients } from './redis-clients.js';
import { orUnavailable } from './unavailable.js';

type Listener = (message: string) => void;

/** Listeners of pub/sub channels over the one subscribing connection. */
export class Subscriptions {
  readonly #clients: RedisClients;
  readonly #listeners = new Map<string, Listener>();

  constructor(clients: RedisClients) {
    this.#clients = clients;
    clients.subscriber.on('message', (channel: string, message: string) => this.#listeners.get(channel)?.(message));
  }

  /** One listener a channel. Resolves when messages arrive; after an outage they arrive again by themselves. */
  async listen(channel: string, listener: Listener): Promise<void> {
    this.#listeners.set(channel, listener);
    await orUnavailable(this.#clients.subscriber.subscribe(channel));
  }
}
