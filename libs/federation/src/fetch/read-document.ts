import { isWholeVersion, type StoredPoint } from '@tributary/engines-port';
import { decodeDocumentKey, type DocumentAddress } from '@tributary/kernel';
import { documentId, md5Uuid } from '@tributary/kernel/ids';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { placeOf } from '../answer/chunk-place.js';
import { readConsistently } from '../answer/read-consistently.js';
import { documentStale, noSuchChunk } from './document-errors.js';

interface Wanted {
  /** As the caller wrote it. */
  readonly uri: string;
  readonly signal: AbortSignal | undefined;
}

/** The document's chunks, or the one that is meant; undefined where the caller sees no such document.
 *  @throws `DOCUMENT.NOT_FOUND` where it has no such passage, `DOCUMENT.STALE` while it is being replaced */
export function readDocument(
  collection: ScopedCollection,
  address: DocumentAddress,
  wanted: Wanted,
): Promise<readonly StoredPoint[] | undefined> {
  return collection.isForeign ? readForeign(collection, address, wanted) : readWanted(collection, address, wanted);
}

async function readWanted(collection: ScopedCollection, { collection: name, key, chunk }: DocumentAddress, { uri, signal }: Wanted) {
  const docId = documentId(name, key);
  if (chunk !== undefined && collection.showsWholeDocuments) {
    const alone = await collection.readChunks(docId, { chunks: { from: chunk, to: chunk }, signal });
    if (alone.length > 0) return alone;
  }
  const points = await readConsistently({ collection, docId, isConsistent: isNoneOrWhole, signal });
  if (points === undefined) throw documentStale(uri);
  if (points.length === 0) return undefined;
  const wanted = chunk === undefined ? points : points.slice(chunk, chunk + 1);
  if (wanted.length === 0) throw noSuchChunk(uri, points.length);
  return wanted;
}

/** A foreign document has no versions to keep apart; where its maker numbered no passages, each one is addressed by its own id. */
async function readForeign(collection: ScopedCollection, { key, chunk }: DocumentAddress, { uri, signal }: Wanted) {
  const points = await readForeignDocument(collection, key, signal);
  if (points.length === 0) return undefined;
  const wanted = chunk === undefined ? points : points.filter(({ payload }) => payload.chunk_index === chunk);
  if (wanted.length === 0) throw noSuchChunk(uri, points.length);
  return wanted;
}

/** Every passage of a foreign document, or the one whose id this is, or was made of it when it was stored here. */
export async function readForeignDocument(
  collection: ScopedCollection,
  key: string,
  signal: AbortSignal | undefined,
): Promise<readonly StoredPoint[]> {
  const raw = decodeDocumentKey(key);
  const ofDocument = await collection.readChunks(raw, { signal });
  if (ofDocument.length > 0) return ofDocument;
  const named = await collection.readVisible([raw], signal);
  return named.length > 0 ? named : collection.readVisible([md5Uuid(raw)], signal);
}

function isNoneOrWhole(points: readonly StoredPoint[]): boolean {
  return points.length === 0 || isWholeVersion(points.map(placeOf));
}
