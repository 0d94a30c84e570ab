import { namedTerms } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { FEW_COLLECTIONS, candidatesPerLane } from '../plan/candidates-per-lane.js';
import type { SearchPlan } from '../plan/plan.js';
import type { CalledByName, LaneQuery, NominationRequest } from './nominate-collection.js';

type Planned = Pick<SearchPlan, 'request' | 'query' | 'targets'>;

/** Of many collections those that the query calls by their names, but for what all are called, are looked into as deep as if they were the only ones (docs/adr/0183-named-collections-are-looked-into-deeper.md).
 *  @returns undefined where it calls none, and where few are searched, which are each searched so anyway */
export function calledByName({ request, query, targets }: Planned, { terms }: Pick<LaneQuery, 'terms'>): CalledByName | undefined {
  if (request.algorithm !== 'hybrid' || targets.length <= FEW_COLLECTIONS) return undefined;
  const named = targets.map(({ record }) => namedTerms(record.name, { text: query.text, terms }));
  const isTelling = terms.map((_, term) => named.some((one) => one?.[term] !== true));
  const collections = new Set(targets.filter((_, at) => named[at]?.some((isNamed, term) => isNamed && isTelling[term] === true)));
  return collections.size === 0 ? undefined : { collections, limit: candidatesPerLane(request, query, collections.size) };
}

/** What one collection is asked: together with the others, or for itself where it is called by its name. */
export function requestTo(collection: ScopedCollection, request: NominationRequest): NominationRequest {
  const { byName, together: _, ...alone } = request;
  return byName?.collections.has(collection) === true ? { ...alone, limit: Math.max(alone.limit, byName.limit) } : request;
}
