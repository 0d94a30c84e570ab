import { retryable } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';

function away(): Promise<never> {
  return Promise.reject(retryable('QUEUE.UNAVAILABLE', 'The queue server does not answer.'));
}

/** Queues whose server is gone. */
export class QueuesAway implements Queues {
  add = away;
  addMany = away;
  request = away;
  consume = away;
  isConsumed = away;
  counts = away;
  overflow = away;
  outages = away;
  list = away;
  get = away;
  cancel = away;
  redrive = away;
  refusal = away;
  durability = away;
  eviction = away;
  close = away;
}
