import type { Lane, Principal, SearchRequest } from '@tributary/contracts';
import { compileFilter, readableCollections, type CollectionRecord, type FoundListing } from '@tributary/engines-port';
import { Deadline, someOf } from '@tributary/kernel';
import { laneWeights, lanesOf, parseQuery, withOtherWritings, type ParsedQuery } from '@tributary/ranking';
import { readScope } from '../access/read-scope.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { noLaneWanted } from '../search/search.errors.js';
import { divideTime, listWaitMs, type SearchDeadlines } from './deadlines.js';
import { inTime } from './in-time.js';
import type { SearchContext, SearchPlan } from './plan.js';
import { AUTO, areAllNamed, resolveCollections, type ResolvedCollections } from './resolve-collections.js';
import { candidatesPerLane } from './candidates-per-lane.js';

type PlanSources = Pick<SearchCollaborators, 'catalog' | 'found' | 'engines' | 'openAdopted' | 'clock' | 'priorities'>;

/** Decides what a search does: which collections, lanes, deadlines and budgets.
 *  @throws `COLLECTION.NOT_FOUND`, `FILTER.INVALID`, `MOMENT.INVALID`, `SEARCH.WEIGHTS_INVALID`, `SEARCH.TIMED_OUT` */
export async function planSearch(
  request: SearchRequest,
  { principal, deadline = Deadline.in(request.deadline_ms), signal }: SearchContext,
  sources: PlanSources,
): Promise<SearchPlan> {
  const deadlines = divideTime(deadline);
  const parsed = parseQuery(request.query);
  // By one lane alone, and by fused ranks, a query is looked for as it stands.
  const query = request.algorithm === 'hybrid' ? withOtherWritings(parsed) : parsed;
  const weights = laneWeights(request.algorithm, request.weights);
  const lanes = lanesOf(weights);
  if (lanes.length === 0) throw noLaneWanted();
  // Refused here once, not by every collection for itself.
  if (request.filter) compileFilter(request.filter);
  const scope = readScope(principal, request, sources.clock);
  const readable = await findReadable(request, { principal, deadline, signal }, { deadlines, sources });
  const resolved = resolveCollections(request.collections, readable);
  const scoped = (record: CollectionRecord) => new ScopedCollection(record, sources, scope);
  return {
    request,
    query,
    weights,
    lanes,
    targets: resolved.selected.map(scoped),
    leftOut: [],
    unreadable: resolved.unreadable,
    unknown: resolved.unknown,
    priorities: request.priorities ?? sources.priorities,
    scope,
    candidatesPerLane: candidatesPerLane(request, query, resolved.selected.length),
    deadlines,
    signal,
    notes: [...notesOf(query, resolved, request), ...idleNotes(request, lanes)],
  };
}

function findReadable(
  { collections }: SearchRequest,
  { principal, deadline, signal }: { readonly principal: Principal; readonly deadline: Deadline; readonly signal: AbortSignal | undefined },
  { deadlines, sources }: { readonly deadlines: SearchDeadlines; readonly sources: PlanSources },
): Promise<FoundListing> {
  const waitMs = listWaitMs(deadline);
  const suffices = (records: readonly CollectionRecord[]) => areAllNamed(collections, records);
  return inTime({ deadline: deadlines.lanes, signal }, () => readableCollections(sources, principal, { waitMs, suffices }));
}

function notesOf(
  query: ParsedQuery,
  { selected, unreadable, unknown }: ResolvedCollections,
  { priorities }: Pick<SearchRequest, 'priorities'>,
): readonly string[] {
  const notes: string[] = [];
  if (selected.length + unreadable.length === 0) notes.push('There is no collection to search yet: store or ingest something first.');
  const missing = unknown.filter(({ mayLieIn }) => mayLieIn.length === 0).map(({ pattern }) => pattern);
  if (missing.length > 0) notes.push(`No collection fits ${someOf(missing)}.`);
  for (const { pattern, mayLieIn } of unknown)
    if (mayLieIn.length > 0)
      notes.push(`Whether there is a collection ${pattern} cannot be told now: ${mayLieIn.join(', ')} could not be listed.`);
  const notSearched = (priorities?.order ?? []).filter((name) => !selected.some((record) => record.name === name));
  if (notSearched.length > 0)
    notes.push(`Priorities name ${someOf(notSearched)}, not among the collections that were to be searched: that moved nothing.`);
  if (query.droppedTerms > 0)
    notes.push(`The query is very long: its last ${query.droppedTerms.toString()} words were not looked for as words.`);
  if (query.tookOperatorsAsText)
    notes.push('The query is long, so quotation marks and hyphens in it were read as plain text: ask a shorter one to demand exact words.');
  if (query.tookExclusionsAsText)
    notes.push(
      'The query only says what to leave out, which would find anything: it was looked for as text. Say what to look for as well.',
    );
  if (query.excluded.length > 0) notes.push(`Passages with ${query.excluded.map((word) => `"${word}"`).join(', ')} were left out.`);
  return notes;
}

/** Says of arguments that change nothing beside the others of the request that they do not. */
function idleNotes({ algorithm, weights, collections, max_collections: most }: SearchRequest, lanes: readonly Lane[]): readonly string[] {
  const notes: string[] = [];
  if (weights !== undefined && lanes.some((lane) => lane === algorithm))
    notes.push(`By ${algorithm} one lane alone decides, and weights change nothing: leave them out, or search by hybrid.`);
  if (most !== undefined && !collections.includes(AUTO))
    notes.push('max_collections bounds what "auto" asks, and changed nothing: give "auto" as the collections, or leave it out.');
  return notes;
}
