import type { Coverage, SearchRequest } from '@tributary/contracts';
import { readableCollections, unreadableOf, type FoundListing } from '@tributary/engines-port';
import type { ContentDemands } from '@tributary/ranking';
import type { CursorStore } from '@tributary/state-port';
import { readScope } from '../access/read-scope.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import { failureOfUnreadable, type Failure } from '../nominate/failure.js';
import { listWaitMs } from '../plan/deadlines.js';
import type { SearchContext } from '../plan/plan.js';
import type { RefinedHit } from '../refine/refined-hit.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { cursorExpired, cursorInvalid } from '../search/search.errors.js';
import type { ListedHit, RankedList } from './ranked-list.js';
import { ownerOf, readCursor, type CursorPlace } from './cursor-text.js';

/** A kept list as its caller may see it now. */
export interface OpenedList {
  readonly place: CursorPlace;
  readonly list: readonly RefinedHit[];
  readonly coverage: readonly Coverage[];
  readonly demands: ContentDemands;
  /** Why collections of the list cannot be read at this moment, by name. */
  readonly away: ReadonlyMap<string, Failure>;
}

/** Opens the list a cursor belongs to, with what its caller may read at this moment. @throws `CURSOR.EXPIRED`, `CURSOR.INVALID`, `CURSOR.UNAVAILABLE` */
export async function openList(
  request: SearchRequest & { readonly cursor: string },
  { principal, deadline }: Required<Pick<SearchContext, 'principal' | 'deadline'>>,
  {
    cursors,
    ...sources
  }: Pick<SearchCollaborators, 'catalog' | 'found' | 'engines' | 'openAdopted' | 'clock'> & { readonly cursors: CursorStore<RankedList> },
): Promise<OpenedList> {
  const place = readCursor(request.cursor);
  const kept = await cursors.get(place.list);
  if (kept === undefined) throw cursorExpired();
  if (kept.owner !== ownerOf(request, principal)) throw cursorInvalid('it belongs to another caller or another request');
  const scope = readScope(principal, request, sources.clock);
  const listed = new Set(kept.hits.flatMap(({ collection, alsoIn = [] }) => [collection, ...alsoIn.map((also) => also.collection)]));
  const readable = await readableCollections(sources, principal, { names: [...listed], waitMs: listWaitMs(deadline) });
  const collections = new Map(readable.records.map((record) => [record.name, new ScopedCollection(record, sources, scope)]));
  const list = kept.hits.map((listed) => reopen(listed, collections));
  return { place, coverage: kept.coverage, demands: kept.demands, list, away: awayOf(kept.coverage, readable) };
}

/** A collection that is missing while its engine cannot be listed is not known to be gone. */
function awayOf(coverage: readonly Coverage[], { records, unreadable }: FoundListing): ReadonlyMap<string, Failure> {
  const there = new Set(records.map(({ name }) => name));
  const missing = coverage.filter(({ collection }) => !there.has(collection));
  return new Map(
    missing.flatMap(({ collection, engine }) => {
      const why = unreadableOf(
        collection,
        unreadable.filter((one) => one.engine === engine),
      );
      return why === undefined ? [] : [[collection, failureOfUnreadable(why)] as const];
    }),
  );
}

function reopen(listed: ListedHit, collections: ReadonlyMap<string, ScopedCollection>): RefinedHit {
  const alsoIn = listed.alsoIn?.flatMap(({ id, collection: name }) => {
    const collection = collections.get(name);
    return collection ? [{ id, collection }] : [];
  });
  return { listed, collection: collections.get(listed.collection), ...(alsoIn ? { alsoIn } : {}) };
}
