import { decodeDocumentKey, encodeDocumentKey } from '../documents/document-uri.js';
import { chunkOriginalId, md5Uuid } from './hash-ids.js';
import { isUuid } from './uuid.js';

/** Where a point is kept that somebody gave an id to. */
export interface PointPlace {
  /** The producer’s id of the document whose first passage it is. */
  readonly document: string;
  /** A UUID. */
  readonly pointId: string;
  /** True when the id of the point follows from collection and document. */
  readonly isDerived: boolean;
}

const CHUNK = /^(.+):chunk:(\d+)$/s;
/** What an encoded key cannot hold: characters that are always encoded, and escapes that never are. */
const NOT_ENCODED = /[:#\u0000-\u001f\u007f]|%(?!25|3A|23|[01][0-9A-F]|7F)/;

/** The document key (encoded) and number of a passage whose string id is `<collection>:<key>:chunk:<n>`; undefined for any other id. */
export function placeOfChunk(originalId: string, collection: string): { readonly key: string; readonly chunk: number } | undefined {
  if (!originalId.startsWith(`${collection}:`)) return undefined;
  const [, key, chunk] = CHUNK.exec(originalId.slice(collection.length + 1)) ?? [];
  if (key === undefined || chunk === undefined || NOT_ENCODED.test(key)) return undefined;
  return { key, chunk: Number(chunk) };
}

/** Where a point of this id is kept: a UUID stays the id of the point, of any other text the id is its MD5 as a UUID. What looks like the id of a
 *  later passage of a document gets an id of its own, so that it never stands in that passage’s place. */
export function placeOfPoint(collection: string, id: string): PointPlace {
  if (isUuid(id)) return { document: id.toLowerCase(), pointId: id.toLowerCase(), isDerived: false };
  const chunk = placeOfChunk(id, collection);
  if (chunk?.chunk === 0) return { document: decodeDocumentKey(chunk.key), pointId: md5Uuid(id), isDerived: true };
  if (chunk === undefined) return { document: id, pointId: md5Uuid(id), isDerived: false };
  const pointId = md5Uuid(chunkOriginalId({ collection, key: encodeDocumentKey(id), chunk: 0 }));
  return { document: id, pointId, isDerived: true };
}
