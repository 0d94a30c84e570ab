import type { Queues } from '@tributary/messaging-port';
import type { BullmqOptions } from './options.js';

export type { BullmqOptions } from './options.js';

/** Queues over BullMQ on Redis. The libraries are loaded by `connect`, so a process that never connects never pays for them. */
export const BullmqQueues = {
  /** Resolves when Redis answers. @throws `QUEUE.UNAVAILABLE` when it does not within 5 s and the patience of the options */
  async connect(options: BullmqOptions): Promise<Queues> {
    const { ConnectedQueues } = await import('./connected-queues.js');
    return ConnectedQueues.connect(options);
  },
};
