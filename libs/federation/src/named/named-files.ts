import { documentRecordKey, type Catalog, type SourceRecord } from '@tributary/engines-port';
import { encodeDocumentKey, within } from '@tributary/kernel';
import { namedPaths, type NamedPath } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { SearchPlan } from '../plan/plan.js';
import { fitsOf, type Fit } from './fits.js';

/** Rows looked up for one query: those of its first path in every collection, then those of the next. */
const MOST_ROWS = 2000;

/** Whoever says so many of the last parts of a path means this file, wherever it lies for him: in a container, on another machine. */
const CERTAIN = 3;

/** Where files are known from. */
export type FileCatalog = Pick<Catalog, 'sources' | 'documents'>;

/** A document that a query calls by its path. */
export interface NamedFile {
  readonly docId: string;
  readonly key: string;
  readonly chunks: number;
  readonly named: NamedPath;
  /** False where it shares a short end of the path alone, and may be another one. */
  readonly isCertain: boolean;
}

/** The files of each collection that a query calls by their paths. */
export type NamedFiles = ReadonlyMap<ScopedCollection, readonly NamedFile[]>;

const NONE: NamedFiles = new Map();

/** Looks up the files that a query calls by their paths (docs/adr/0155-what-is-called-by-its-name-leads.md). Of collections that other programs made nothing is known. What cannot be looked up while the lanes are run is left out.
 Never rejects. */
export async function findNamedFiles({ request, targets, deadlines, signal }: SearchPlan, catalog: FileCatalog): Promise<NamedFiles> {
  const paths = request.algorithm === 'hybrid' ? namedPaths(request.query) : [];
  const collections = targets.filter(({ isForeign }) => !isForeign);
  if (paths.length === 0 || collections.length === 0) return NONE;
  try {
    return await within({ deadline: deadlines.lanes, signal }, () => lookUp(paths, collections, catalog));
  } catch {
    // A search that was called off says so itself.
    return NONE;
  }
}

/** Where a file may stand. */
interface Place extends Fit {
  readonly collection: ScopedCollection;
  readonly named: NamedPath;
}

async function lookUp(paths: readonly NamedPath[], collections: readonly ScopedCollection[], catalog: FileCatalog): Promise<NamedFiles> {
  const sources = await catalog.sources.all();
  const places = paths.flatMap((named) => collections.flatMap((collection) => placesIn(collection, named, sources))).slice(0, MOST_ROWS);
  const rows = await catalog.documents.getMany(
    places.map(({ collection, key }) => documentRecordKey(collection.record.name, encodeDocumentKey(key))),
  );
  const there = places.flatMap((place, at) => {
    const row = rows[at];
    return row === undefined || row.state === 'deleted' ? [] : [{ place, row }];
  });
  const found = [...Map.groupBy(there, ({ place }) => place.named).values()].flatMap((ofPath) => {
    // Of files that share the end of the path alone those that share most of it; none where others are certain.
    const best = Math.max(...ofPath.map(({ place }) => place.fit));
    return ofPath.filter(({ place }) => place.fit === best);
  });
  const byCollection = Map.groupBy(found, ({ place }) => place.collection);
  return new Map(
    [...byCollection].map(([collection, files]) => [
      collection,
      files.map(({ place: { named, fit }, row: { doc_id: docId, key, chunks } }) => {
        return { docId, key, chunks, named, isCertain: fit >= CERTAIN };
      }),
    ]),
  );
}

function placesIn(collection: ScopedCollection, named: NamedPath, sources: readonly SourceRecord[]): readonly Place[] {
  const { name } = collection.record;
  const own = sources.filter(({ route }) => route.code === name || route.docs === name);
  // The end of a path within a package, `lib/index.js`, is that of files of others.
  const isMeant = ({ fit }: Fit) => named.frame !== 'other' || fit === Infinity;
  return [undefined, ...own].flatMap((source) =>
    fitsOf(named, source)
      .filter(isMeant)
      .map((fit) => ({ ...fit, collection, named })),
  );
}
