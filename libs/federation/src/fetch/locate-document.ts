import type { Principal } from '@tributary/contracts';
import { readableCollections } from '@tributary/engines-port';
import { encodeDocumentKey, formatDocumentUri } from '@tributary/kernel';
import { readScope } from '../access/read-scope.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { noSuchDocument, noSuchPath, severalDocuments } from './document-errors.js';
import { filesEnding } from './files-ending.js';
import { findByPath, type LocatedDocument } from './find-by-path.js';
import { readDocument } from './read-document.js';
import type { WrittenAddress } from './written-address.js';

export type LocatingCollaborators = Pick<SearchCollaborators, 'catalog' | 'found' | 'engines' | 'openAdopted' | 'clock'>;

/** Documents that are named where a path may mean several, and where it is the end of several. */
const MOST_NAMED = 10;
const MOST_ENDING = 5;

interface Locating {
  /** As it was written. */
  readonly uri: string;
  /** The one that was written before the path; left out: all that the caller may read. */
  readonly collection: ScopedCollection | undefined;
  readonly principal: Principal;
  readonly signal: AbortSignal | undefined;
}

/** The one document that is meant by a path, or by an address that has lines behind it or is not whole. A path that no document has is that of the one file whose path ends so.
 *  @throws `DOCUMENT.NOT_FOUND`, `DOCUMENT.AMBIGUOUS` */
export async function locateDocument(
  { address, path, exact: key }: WrittenAddress,
  { uri, collection, principal, signal }: Locating,
  sources: LocatingCollaborators,
): Promise<LocatedDocument> {
  if (address !== undefined && collection !== undefined && key !== undefined) {
    const exact = { collection, address: { ...address, key: encodeDocumentKey(key) } };
    // Without lines it is mostly the address itself, which was read before.
    const isOther = exact.address.key !== address.key;
    if (isOther && (await readDocument(collection, exact.address, { uri, signal })) !== undefined) return exact;
  }
  const collections = collection === undefined ? await readable(principal, sources) : [collection];
  const isWhole = collection !== undefined;
  const { meant, alike } = await findByPath({ path, collections, isWhole, catalog: sources.catalog, most: MOST_NAMED + 1, signal });
  const [only] = meant;
  if (only === undefined && address !== undefined) throw noSuchDocument(uri);
  if (only === undefined) return theOneEndingSo(uri, path, { alike, collections, catalog: sources.catalog, signal });
  if (meant.length > 1) throw severalDocuments(uri, urisOf(meant, MOST_NAMED), meant.length > MOST_NAMED);
  const { chunk } = address ?? {};
  return chunk === undefined ? only : { ...only, address: { ...only.address, chunk } };
}

interface Ending {
  /** Documents whose paths share a short end with it. */
  readonly alike: readonly LocatedDocument[];
  readonly collections: readonly ScopedCollection[];
  readonly catalog: LocatingCollaborators['catalog'];
  readonly signal: AbortSignal | undefined;
}

async function theOneEndingSo(uri: string, path: string, { alike, ...lookup }: Ending): Promise<LocatedDocument> {
  const { files, areAll } = await filesEnding(path, { ...lookup, most: MOST_ENDING + 1 });
  const [only, other] = files;
  if (only === undefined) throw noSuchPath(uri, urisOf(alike, MOST_NAMED));
  if (other !== undefined) throw severalDocuments(uri, urisOf(files, MOST_ENDING), files.length > MOST_ENDING || !areAll);
  if (!areAll) throw noSuchPath(uri, urisOf(files, MOST_ENDING));
  return only;
}

/** Of those that other programs made no paths are known. */
async function readable(principal: Principal, sources: LocatingCollaborators): Promise<readonly ScopedCollection[]> {
  const { records } = await readableCollections({ catalog: sources.catalog }, principal);
  const scope = readScope(principal, {}, sources.clock);
  return records.map((record) => new ScopedCollection(record, sources, scope));
}

function urisOf(documents: readonly LocatedDocument[], most: number): readonly string[] {
  return documents.slice(0, most).map(({ address }) => formatDocumentUri(address));
}
