import { mayReadCollection, type Principal } from '@tributary/contracts';
import {
  collectionUnreadable,
  mayRead,
  readableCollections,
  unreadableOf,
  type CollectionRecord,
  type CollectionSources,
} from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';

/** Engines are worth waiting for: the first call of a process loads the client of the engine. */
export const ENGINES_WAIT_MS = 2000;

/** The record of a collection, made on the fly where nobody adopted it. What is missing and what may not be seen answer alike.
 *  @throws `COLLECTION.NOT_FOUND`; where it is there and cannot be read now, or may be where nobody can look now, why */
export async function findRecord(sources: CollectionSources, name: string, principal: Principal): Promise<CollectionRecord> {
  const known = await sources.catalog.collections.get(name);
  const record = known === undefined || known.removed ? await findUnadopted(sources, name, principal) : known;
  if (record !== undefined && mayRead(principal, record)) return record;
  throw permanent(
    'COLLECTION.NOT_FOUND',
    `There is no collection ${name}: list_collections (tributary collections) shows the ones there are.`,
    { category: 'not_found' },
  );
}

async function findUnadopted(sources: CollectionSources, name: string, principal: Principal): Promise<CollectionRecord | undefined> {
  const { records, unreadable } = await readableCollections(sources, principal, { waitMs: ENGINES_WAIT_MS });
  const record = records.find((one) => one.name === name);
  if (record !== undefined || !mayReadCollection(principal, name)) return record;
  const unread = unreadableOf(name, unreadable);
  if (unread !== undefined) throw collectionUnreadable(name, unread);
  return undefined;
}
