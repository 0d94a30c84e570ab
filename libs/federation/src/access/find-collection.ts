import type { Principal } from '@tributary/contracts';
import { mayRead, readableCollections } from '@tributary/engines-port';
import type { SearchCollaborators } from '../search/collaborators.js';
import { readScope, type Narrowing } from './read-scope.js';
import { ScopedCollection } from './scoped-collection.js';

interface FindSources extends Pick<SearchCollaborators, 'catalog' | 'found' | 'engines' | 'openAdopted' | 'clock'> {
  /** What of the caller's rows may be a hit; left out: all of them. */
  readonly narrowing?: Narrowing;
}

/** The collection of this name with the caller's rows; what he may not read does not exist. */
export async function findCollection(
  name: string,
  principal: Principal,
  { narrowing = {}, ...sources }: FindSources,
): Promise<ScopedCollection | undefined> {
  const known = await sources.catalog.collections.get(name);
  const isKnown = known !== undefined && !known.removed;
  const records = isKnown ? [known] : (await readableCollections(sources, principal)).records;
  const record = records.find((one) => one.name === name);
  if (record === undefined || !mayRead(principal, record)) return undefined;
  return new ScopedCollection(record, sources, readScope(principal, narrowing, sources.clock));
}
