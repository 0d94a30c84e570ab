import { mayReadCollection, type Principal } from '@tributary/contracts';
import {
  collectionUnreadable,
  mayRead,
  readableCollections,
  unreadableOf,
  type CollectionRecord,
  type FoundListing,
  type UnreadableCollection,
} from '@tributary/engines-port';
import type { SearchCollaborators } from '../search/collaborators.js';
import { readScope, type Narrowing } from './read-scope.js';
import { ScopedCollection } from './scoped-collection.js';

interface FindSources extends Pick<SearchCollaborators, 'catalog' | 'found' | 'engines' | 'openAdopted' | 'clock'> {
  /** What of the caller's rows may be a hit; left out: all of them. */
  readonly narrowing?: Narrowing;
}

/** The collection of this name with the caller's rows; what he may not read does not exist.
 *  @throws the reason why it cannot be read now, or why that cannot be told */
export async function findCollection(name: string, principal: Principal, sources: FindSources): Promise<ScopedCollection | undefined> {
  const found = await lookUpCollection(name, principal, sources);
  if (found === undefined || found instanceof ScopedCollection) return found;
  throw collectionUnreadable(name, found);
}

/** The same; what cannot be read now, or may lie in what cannot be listed, with the reason. */
export async function lookUpCollection(
  name: string,
  principal: Principal,
  { narrowing = {}, ...sources }: FindSources,
): Promise<ScopedCollection | UnreadableCollection | undefined> {
  if (!mayReadCollection(principal, name)) return undefined;
  const { records, unreadable } = await listingFor(name, principal, sources);
  const record = records.find((one) => one.name === name);
  if (record === undefined) return unreadableOf(name, unreadable);
  return mayRead(principal, record) ? new ScopedCollection(record, sources, readScope(principal, narrowing, sources.clock)) : undefined;
}

/** What the catalog knows needs no look at the engines. */
async function listingFor(name: string, principal: Principal, sources: FindSources): Promise<FoundListing> {
  const known: CollectionRecord | undefined = await sources.catalog.collections.get(name);
  return known === undefined || known.removed ? readableCollections(sources, principal) : { records: [known], unreadable: [] };
}
