import type { SearchRequest } from '@tributary/contracts';
import { compileFilter, type CollectionRecord } from '@tributary/engines-port';
import { Deadline, isAbort } from '@tributary/kernel';
import { laneWeights, lanesOf, parseQuery, type ParsedQuery } from '@tributary/ranking';
import { readScope } from '../access/read-scope.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { noLaneWanted, outOfTime } from '../search/search.errors.js';
import { divideTime } from './deadlines.js';
import type { SearchContext, SearchPlan } from './plan.js';
import { readableCollections, resolveCollections, type ResolvedCollections } from './resolve-collections.js';
import { within } from './within.js';

const FEW_COLLECTIONS = 4;

/** Decides what a search does: which collections, lanes, deadlines and budgets.
 *  @throws `COLLECTION.NOT_FOUND`, `FILTER.INVALID`, `MOMENT.INVALID`, `SEARCH.WEIGHTS_INVALID`, `SEARCH.TIMED_OUT` */
export async function planSearch(
  request: SearchRequest,
  { principal, deadline = Deadline.in(request.deadline_ms), signal }: SearchContext,
  { catalog, engines, clock }: Pick<SearchCollaborators, 'catalog' | 'engines' | 'clock'>,
): Promise<SearchPlan> {
  const deadlines = divideTime(deadline);
  const query = parseQuery(request.query);
  const weights = laneWeights(request.algorithm, request.weights);
  const lanes = lanesOf(weights);
  if (lanes.length === 0) throw noLaneWanted();
  // Refused here once, not by every collection for itself.
  if (request.filter) compileFilter(request.filter);
  const scope = readScope(principal, request, clock);
  const readable = await inTime(() => within({ deadline: deadlines.lanes, signal }, () => readableCollections(catalog, principal)), signal);
  const resolved = resolveCollections(request.collections, readable);
  const scoped = (record: CollectionRecord) => new ScopedCollection(record, engines, scope);
  return {
    request,
    query,
    weights,
    lanes,
    targets: resolved.selected.map(scoped),
    unknown: resolved.unknown,
    scope,
    candidatesPerLane: candidatesPerLane(request, query, resolved.selected.length),
    deadlines,
    signal,
    notes: notesOf(request, query, resolved),
  };
}

async function inTime<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAbort(error) && signal?.aborted !== true) throw outOfTime();
    throw error;
  }
}

/** Thirty of each lane rank the first ten of nine collections as well as a hundred do (docs/ranking.md); longer lists, diversity and the check of
 *  contents need more. */
function candidatesPerLane({ limit, diversity }: SearchRequest, { phrases, excluded }: ParsedQuery, collections: number): number {
  if (phrases.length + excluded.length > 0) return 200;
  return Math.max(collections > FEW_COLLECTIONS ? 30 : 100, limit * (diversity > 0 ? 3 : 2));
}

function notesOf({ rerank }: SearchRequest, query: ParsedQuery, { selected, isAutomatic }: ResolvedCollections): readonly string[] {
  const notes: string[] = [];
  if (isAutomatic) notes.push(`Collections "auto": all ${selected.length.toString()} were searched.`);
  if (selected.length === 0) notes.push('There is no collection to search yet: store or ingest something first.');
  if (rerank) notes.push('No reranker is configured: the order is the judge’s.');
  if (query.droppedTerms > 0)
    notes.push(`The query is very long: its last ${query.droppedTerms.toString()} words were not looked for as words.`);
  if (query.excluded.length > 0) notes.push(`Passages with ${query.excluded.map((word) => `"${word}"`).join(', ')} were left out.`);
  return notes;
}
