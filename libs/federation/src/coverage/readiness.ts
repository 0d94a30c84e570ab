import type { Catalog } from '@tributary/engines-port';
import { within } from '@tributary/kernel';
import type { SearchPlan } from '../plan/plan.js';

/** What is missing of a collection that is searched all the same. */
export interface Readiness {
  /** Share of the accepted documents that are searchable, 0 to 100; undefined when all are. */
  readonly indexedPercent?: number;
  /** Why a source of it may be out of date. */
  readonly staleReason?: string;
}

/** How far each collection is, from catalog rows; a collection that lacks nothing is left out, and so are all when the catalog is late. */
export async function readReadiness(
  catalog: Catalog,
  collections: readonly string[],
  { deadlines, signal }: Pick<SearchPlan, 'deadlines' | 'signal'>,
): Promise<ReadonlyMap<string, Readiness>> {
  try {
    return await within({ deadline: deadlines.lanes, signal }, () => readAll(catalog, collections));
  } catch {
    return new Map();
  }
}

async function readAll(catalog: Catalog, collections: readonly string[]): Promise<ReadonlyMap<string, Readiness>> {
  const [stale, drifted] = await Promise.all([staleSources(catalog), driftedCollections(catalog)]);
  const all = await Promise.all(
    collections.map(async (collection) => {
      const staleReason = drifted.get(collection) ?? stale.get(collection);
      const percent = await indexedPercent(catalog, collection);
      const readiness = {
        ...(percent === undefined ? {} : { indexedPercent: percent }),
        ...(staleReason === undefined ? {} : { staleReason }),
      };
      return [collection, readiness] as const;
    }),
  );
  return new Map(all.filter(([, readiness]) => Object.keys(readiness).length > 0));
}

/** Counting what waits costs little, since nearly always nothing does. */
async function indexedPercent(catalog: Catalog, collection: string): Promise<number | undefined> {
  const waiting = await catalog.documents.count({ collection, state: 'accepted' });
  if (waiting === 0) return undefined;
  const indexed = await catalog.documents.count({ collection, state: 'indexed' });
  return Math.floor((100 * indexed) / (indexed + waiting));
}

/** Adopted collections that no longer fit their cards. */
async function driftedCollections(catalog: Catalog): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  for await (const { name, reason } of catalog.drifts.list()) reasons.set(name, reason);
  return reasons;
}

async function staleSources(catalog: Catalog): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  for await (const { route, name, reason } of catalog.sources.list({ state: 'stale' })) {
    for (const collection of [route.code, route.docs])
      reasons.set(collection, reason ?? `the source ${name} could not be compared with its index`);
  }
  return reasons;
}
