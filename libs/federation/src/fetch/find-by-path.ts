import { documentRecordKey, type Catalog, type SourceRecord } from '@tributary/engines-port';
import { encodeDocumentKey, type DocumentAddress } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { fitsOf, type Fit } from '../named/fits.js';

/** Rows looked up for one path, the best fits first. */
const MOST_ROWS = 2000;
/** Who writes so many of the last parts of a path means this file, wherever it lies for him: as in a search. */
const CERTAIN = 3;
/** Documents that are looked at at once for whether the caller sees them. */
const AT_ONCE = 16;

export interface LocatedDocument {
  readonly collection: ScopedCollection;
  readonly address: DocumentAddress;
}

interface Place extends Fit, LocatedDocument {
  /** Left out of documents that were handed in. */
  readonly source?: Rooted;
}

/** A source by its name and the folder below which its paths are told. */
type Rooted = Pick<SourceRecord, 'name' | 'location'>;

interface PathLookup {
  /** As `readWrittenAddress` tells it. */
  readonly path: string;
  /** Those that the caller may read. */
  readonly collections: readonly ScopedCollection[];
  /** True where the collection was written, too: then the end of a path alone is not enough, and a document that was handed in is meant by its very key alone, which is not looked up here. */
  readonly isWhole: boolean;
  readonly catalog: Pick<Catalog, 'sources' | 'documents'>;
  readonly most: number;
  readonly signal: AbortSignal | undefined;
}

interface FoundByPath {
  /** Documents that the path means: one, or several of which nobody knows which. */
  readonly meant: readonly LocatedDocument[];
  /** Where there is none: others whose paths share a short end with it. */
  readonly alike: readonly LocatedDocument[];
}

/** Looks up what a path may mean among the documents that the caller sees, at most `most` of them. Of the file with this very path, which several sources may hold, it is the one of the innermost.
 *  Of collections that other programs made nothing is known. */
export async function findByPath({ path, collections, isWhole, catalog, most, signal }: PathLookup): Promise<FoundByPath> {
  const sources = await catalog.sources.all();
  const own = collections.filter(({ isForeign }) => !isForeign);
  const places = own.flatMap((collection) => placesIn(collection, { path, isWhole, sources }));
  const there = await present(distinct(places), catalog);
  const same = there.filter((place) => isAt(place, path)).toSorted((a, b) => locationOf(b).length - locationOf(a).length);
  const [innermost] = await visible(same, 1, signal);
  if (innermost !== undefined) return { meant: [innermost], alike: [] };
  // A place that is named has no such file, then: one elsewhere is another file.
  const namesPlace = places.some(({ source, key, fit }) => fit === Infinity && source !== undefined && key !== `${source.name}/${path}`);
  for (const [fit, group] of Map.groupBy(there, (place) => place.fit)) {
    const seen = await visible(group, most, signal);
    if (seen.length === 0) continue;
    return fit === Infinity || (fit >= CERTAIN && !namesPlace) ? { meant: seen, alike: [] } : { meant: [], alike: seen };
  }
  return { meant: [], alike: [] };
}

function placesIn(
  collection: ScopedCollection,
  { path, isWhole, sources }: Pick<PathLookup, 'path' | 'isWhole'> & { readonly sources: readonly SourceRecord[] },
): readonly Place[] {
  const { name } = collection.record;
  const placed = ({ key, fit }: Fit, source?: Rooted): Place => {
    const address = { collection: name, key: encodeDocumentKey(key) };
    return { key, fit, collection, address, ...(source === undefined ? {} : { source }) };
  };
  const named = { path, isAll: false };
  const ofSources = sources
    .filter(({ route }) => route.code === name || route.docs === name)
    .map(rooted)
    .flatMap((source) => fitsOf(named, source).map((fit) => placed(fit, source)));
  if (!isWhole) return [...ofSources, ...fitsOf(named, undefined).map((fit) => placed(fit))];
  return ofSources.filter(({ fit }) => fit === Infinity);
}

/** A file that is a source of its own is told by its name. */
function rooted({ kind, name, location }: SourceRecord): Rooted {
  return { name, location: kind === 'file' ? location.replace(/[/\\][^/\\]*$/u, '') : location };
}

/** Each document once, the best fits first. */
function distinct(places: readonly Place[]): readonly Place[] {
  const sorted = places.toSorted((a, b) => (a.fit === b.fit ? 0 : b.fit - a.fit));
  const byRow = Map.groupBy(sorted, ({ address }) => documentRecordKey(address.collection, address.key));
  return [...byRow.values()].flatMap((same) => same.slice(0, 1)).slice(0, MOST_ROWS);
}

/** Those that the catalog does not call deleted. */
export async function present<P extends LocatedDocument>(
  places: readonly P[],
  { documents }: Pick<Catalog, 'documents'>,
): Promise<readonly P[]> {
  const rows = await documents.getMany(places.map(({ address }) => documentRecordKey(address.collection, address.key)));
  return places.filter((_, at) => (rows[at]?.state ?? 'deleted') !== 'deleted');
}

/** Those that the caller sees, in their order. */
async function visible(places: readonly Place[], most: number, signal: AbortSignal | undefined): Promise<readonly LocatedDocument[]> {
  const seen: LocatedDocument[] = [];
  for (let from = 0; from < places.length && seen.length < most; from += AT_ONCE) {
    const some = places.slice(from, from + AT_ONCE);
    const first = { from: 0, to: 0 };
    const read = ({ collection, address }: Place) =>
      collection.readChunks(documentId(address.collection, address.key), { chunks: first, signal });
    const points = await Promise.all(some.map(read));
    seen.push(...some.filter((_, at) => (points[at]?.length ?? 0) > 0));
  }
  return seen.slice(0, most);
}

/** Whether this is the whole path of the file. */
function isAt({ source, key }: Place, path: string): boolean {
  return source !== undefined && `${plain(source.location)}${key.slice(source.name.length)}` === path;
}

function locationOf({ source }: Place): string {
  return source?.location ?? '';
}

/** As paths are told: with `/`, and nothing before the first part. */
function plain(location: string): string {
  return location
    .replaceAll('\\', '/')
    .replace(/^(?:[a-z]:)?\/+/iu, '')
    .replace(/\/$/u, '')
    .normalize('NFC');
}
