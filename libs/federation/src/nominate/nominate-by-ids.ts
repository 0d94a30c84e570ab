import type { Candidate } from '@tributary/engines-port';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { nominationInput, type NominationRequest } from './nominate-collection.js';

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
