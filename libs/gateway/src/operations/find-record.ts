import type { Principal } from '@tributary/contracts';
import { collectionUnreadable, lookUpRecord, type CollectionRecord, type CollectionSources } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';

/** Engines are worth waiting for: the first call of a process loads the client of the engine. */
export const ENGINES_WAIT_MS = 2000;

/** The record of a collection, made on the fly where nobody adopted it. What is missing and what may not be seen answer alike.
 *  @throws `COLLECTION.NOT_FOUND`; where it cannot be read now, or may lie in an engine that cannot be listed, the reason */
export async function findRecord(sources: CollectionSources, name: string, principal: Principal): Promise<CollectionRecord> {
  const found = await lookUpRecord(name, principal, { ...sources, waitMs: ENGINES_WAIT_MS });
  if (found === undefined)
    throw permanent(
      'COLLECTION.NOT_FOUND',
      `There is no collection ${name}: list_collections (tributary collections) shows the ones there are.`,
      { category: 'not_found' },
    );
  if ('unreadable' in found) throw collectionUnreadable(name, found.unreadable);
  return found.record;
}
