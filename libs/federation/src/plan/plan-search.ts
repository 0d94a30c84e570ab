import type { Principal, SearchRequest } from '@tributary/contracts';
import { compileFilter, readableCollections, type CollectionRecord, type FoundListing } from '@tributary/engines-port';
import { Deadline } from '@tributary/kernel';
import { laneWeights, lanesOf, parseQuery, withOtherWritings } from '@tributary/ranking';
import { readScope } from '../access/read-scope.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { noLaneWanted } from '../search/search.errors.js';
import { divideTime, listWaitMs, type SearchDeadlines } from './deadlines.js';
import { inTimeFromCatalog } from './in-time.js';
import type { SearchContext, SearchPlan } from './plan.js';
import { namesOfSeveral, notesOnNames, withCollections } from './names-of-several.js';
import { notesOf } from './plan-notes.js';
import { areAllNamed, namesIn, resolveCollections } from './resolve-collections.js';
import { candidatesPerLane } from './candidates-per-lane.js';

type PlanSources = Pick<SearchCollaborators, 'catalog' | 'found' | 'engines' | 'openAdopted' | 'clock' | 'priorities'>;

/** Decides what a search does: which collections, lanes, deadlines and budgets.
 *  @throws `COLLECTION.NOT_FOUND`, `FILTER.INVALID`, `MOMENT.INVALID`, `SEARCH.WEIGHTS_INVALID`, `SEARCH.TIMED_OUT`, `ENGINE.UNAVAILABLE` */
export async function planSearch(
  asked: SearchRequest,
  { principal, deadline = Deadline.in(asked.deadline_ms), signal }: SearchContext,
  sources: PlanSources,
): Promise<SearchPlan> {
  const deadlines = divideTime(deadline);
  const parsed = parseQuery(asked.query);
  // By one lane alone, and by fused ranks, a query is looked for as it stands.
  const query = asked.algorithm === 'hybrid' ? withOtherWritings(parsed) : parsed;
  const weights = laneWeights(asked.algorithm, asked.weights);
  const lanes = lanesOf(weights);
  if (lanes.length === 0) throw noLaneWanted();
  // Refused here once, not by every collection for itself.
  if (asked.filter) compileFilter(asked.filter);
  const scope = readScope(principal, asked, sources.clock);
  const readable = await findReadable(asked, { principal, deadline, signal }, { deadlines, sources });
  const several = namesOfSeveral(asked.collections, readable);
  const request = { ...asked, collections: [...withCollections(asked.collections, several, readable)] };
  const resolved = resolveCollections(request.collections, readable);
  const scoped = (record: CollectionRecord) => new ScopedCollection(record, sources, scope);
  return {
    request,
    query,
    weights,
    lanes,
    targets: resolved.selected.map(scoped),
    leftOut: [],
    parted: resolved.parted,
    unreadable: resolved.unreadable,
    unknown: resolved.unknown,
    priorities: request.priorities ?? sources.priorities,
    scope,
    candidatesPerLane: candidatesPerLane(request, query, resolved.selected.length),
    deadlines,
    signal,
    notes: [...notesOnNames(several), ...notesOf(request, { query, resolved, lanes })],
  };
}

function findReadable(
  { collections }: SearchRequest,
  { principal, deadline, signal }: { readonly principal: Principal; readonly deadline: Deadline; readonly signal: AbortSignal | undefined },
  { deadlines, sources }: { readonly deadlines: SearchDeadlines; readonly sources: PlanSources },
): Promise<FoundListing> {
  const waitMs = listWaitMs(deadline);
  const names = namesIn(collections);
  const suffices = (records: readonly CollectionRecord[]) => areAllNamed(collections, records);
  const limits = { deadline: deadlines.lanes, signal };
  return inTimeFromCatalog(sources.engines.primary, limits, () => readableCollections(sources, principal, { names, waitMs, suffices }));
}
