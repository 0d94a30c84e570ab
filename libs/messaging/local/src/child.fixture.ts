import type { Queues } from '@tributary/messaging-port';
import { LocalQueues } from './local-queues.js';

/** How a child process of the conformance suite opens the jobs file under test. */
export function openQueues(file: string): Promise<Queues> {
  return Promise.resolve(LocalQueues.open({ file }));
}
