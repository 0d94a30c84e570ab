import type { Candidate } from '@tributary/engines-port';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { nominationInput, type Nomination, type NominationRequest } from './nominate-collection.js';
import { unlessLate } from './unless-late.js';

/** The passages of a collection with these ids, as the lanes of a search would name them, whether or not they are among the best of any. */
export async function nominateByIds(
  collection: ScopedCollection,
  { together: _, ...request }: NominationRequest,
  { ids, signal }: { readonly ids: readonly string[]; readonly signal: AbortSignal },
): Promise<readonly Candidate[]> {
  const input = await nominationInput(collection, { ...request, limit: ids.length });
  const { candidates } = await collection.nominate({ ...input, ids }, signal);
  return candidates;
}

/** A nomination with these passages as well; undefined where its collection does not tell of those that it lacks within this share of the time until texts must be there. */
export async function withPassages(
  nomination: Nomination,
  request: NominationRequest,
  { ids, share }: { readonly ids: Iterable<string>; readonly share: number },
): Promise<Nomination | undefined> {
  const { collection, candidates } = nomination;
  const known = new Set(candidates.map(({ id }) => id));
  const lacking = [...ids].filter((id) => !known.has(id));
  if (lacking.length === 0) return nomination;
  const limits = { deadline: request.deadlines.contents.share(share), signal: request.signal };
  const further = await unlessLate(limits, (signal) => nominateByIds(collection, request, { ids: lacking, signal }), undefined);
  return further && { ...nomination, candidates: [...candidates, ...further] };
}
