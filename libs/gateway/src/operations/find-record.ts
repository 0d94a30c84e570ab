import type { Principal } from '@tributary/contracts';
import { mayRead, readableCollections, type CollectionRecord, type CollectionSources } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';

/** Engines are worth waiting for: the first call of a process loads the client of the engine. */
export const ENGINES_WAIT_MS = 2000;

/** The record of a collection, made on the fly where nobody adopted it. What is missing and what may not be seen answer alike. @throws `COLLECTION.NOT_FOUND` */
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
  const { records } = await readableCollections(sources, principal, { waitMs: ENGINES_WAIT_MS });
  return records.find((record) => record.name === name);
}
