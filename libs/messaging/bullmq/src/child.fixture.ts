import type { Queues } from '@tributary/messaging-port';
import { BullmqQueues } from './index.js';

/** How a child process of the conformance suite reaches the Redis under test. */
export function openQueues(settings: string): Promise<Queues> {
  const [url = '', prefix = ''] = settings.split(' ');
  return BullmqQueues.connect({ url, prefix });
}
