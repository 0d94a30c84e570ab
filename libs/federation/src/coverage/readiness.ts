import { isOneOfMany, mayReadCollection, type Principal } from '@tributary/contracts';
import type { Catalog, SourceRecord } from '@tributary/engines-port';
import { within } from '@tributary/kernel';
import type { SearchPlan } from '../plan/plan.js';

/** What is missing of a collection that is searched all the same. */
export interface Readiness {
  /** What is told of accepted documents that are not searchable yet: `indexing`, and their share where the caller may learn it; undefined when all are. */
  readonly indexing?: string;
  /** Why a source of it may be out of date. */
  readonly staleReason?: string;
}

interface ReadinessOptions extends Pick<SearchPlan, 'signal'> {
  readonly deadlines: Pick<SearchPlan['deadlines'], 'lanes'>;
  /** Is told neither of the sources of other users nor how many documents these have. */
  readonly principal: Principal;
}

/** How far each collection is, from catalog rows; a collection that lacks nothing is left out, and so are all when the catalog is late. */
export async function readReadiness(
  catalog: Catalog,
  collections: readonly string[],
  { deadlines, signal, principal }: ReadinessOptions,
): Promise<ReadonlyMap<string, Readiness>> {
  try {
    return await within({ deadline: deadlines.lanes, signal }, () => readAll(catalog, collections, principal));
  } catch {
    return new Map();
  }
}

async function readAll(catalog: Catalog, collections: readonly string[], principal: Principal): Promise<ReadonlyMap<string, Readiness>> {
  const [stale, drifted, waiting] = await Promise.all([
    staleSources(catalog, principal),
    driftedCollections(catalog),
    countWaiting(catalog),
  ]);
  const all = await Promise.all(
    collections.map(async (collection) => {
      const staleReason = drifted.get(collection) ?? stale.get(collection);
      const indexing = waiting === 0 ? undefined : await indexingOf(catalog, collection, principal);
      const readiness = {
        ...(indexing === undefined ? {} : { indexing }),
        ...(staleReason === undefined ? {} : { staleReason }),
      };
      return [collection, readiness] as const;
    }),
  );
  return new Map(all.filter(([, readiness]) => Object.keys(readiness).length > 0));
}

/** Of all collections at once: nearly always nothing waits, and then none of them is asked about by itself. */
function countWaiting({ documents }: Catalog, collection?: string): Promise<number> {
  return documents.count({ ...(collection === undefined ? {} : { collection }), state: 'accepted' });
}

async function indexingOf(catalog: Catalog, collection: string, principal: Principal): Promise<string | undefined> {
  const waiting = await countWaiting(catalog, collection);
  if (waiting === 0) return undefined;
  if (isOneOfMany(principal)) return 'indexing';
  const indexed = await catalog.documents.count({ collection, state: 'indexed' });
  return `indexing ${Math.floor((100 * indexed) / (indexed + waiting)).toString()} %`;
}

/** Adopted collections that no longer fit their cards. */
async function driftedCollections(catalog: Catalog): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  for await (const { name, reason } of catalog.drifts.list()) reasons.set(name, reason);
  return reasons;
}

/** A source of another user has nothing that the caller could find, so that nothing he asks for is out of date by it. */
function mayKnowOf({ unrestricted, user_id, scopes }: Principal, { user_id: owner }: SourceRecord): boolean {
  return unrestricted || owner === undefined || owner === user_id || ['admin', '*'].some((scope) => scopes.includes(scope));
}

async function staleSources(catalog: Catalog, principal: Principal): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  for await (const source of catalog.sources.list({ state: 'stale' })) {
    if (!mayKnowOf(principal, source)) continue;
    const { route, name, reason } = source;
    const collections = [route.code, route.docs];
    // A reason may name or number documents of all its collections.
    const told = collections.every((collection) => mayReadCollection(principal, collection)) ? reason : undefined;
    for (const collection of collections) reasons.set(collection, told ?? `the source ${name} could not be compared with its index`);
  }
  return reasons;
}
