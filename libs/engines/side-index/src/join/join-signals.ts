import type { CallOptions, Candidate, SignalsRequest } from '@tributary/engines-port';
import { describe } from './describe.js';
import type { JoinContext } from './join-context.js';

/** The signals of points by id, of both halves. */
export async function joinSignals(
  context: JoinContext,
  request: Omit<SignalsRequest, 'collection'>,
  options: CallOptions,
): Promise<readonly Candidate[]> {
  const candidates = await context.proper.signals({ ...request, terms: [] }, options);
  const described = await describe(context, { request, candidates, options });
  return candidates.flatMap(({ id }) => described.get(id) ?? []);
}
