import { searchQueue, timeOf, withoutDefaults, type CallContext, type SearchAnswer, type SearchRequest } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';

/** Has some federation answer a search. */
export function askFederation(
  queues: Pick<Queues, 'request'>,
  request: SearchRequest,
  { principal, signal }: CallContext,
): Promise<SearchAnswer> {
  return queues.request(searchQueue, { request: withoutDefaults(request), principal }, { deadline: Deadline.in(timeOf(request)), signal });
}
