import { encodeDocumentKey, parseDocumentUri, permanent } from '@tributary/kernel';
import { documentId, isUuid } from '@tributary/kernel/ids';

/** Documents of one collection somebody named, in whatever way. */
export interface NamedDocuments {
  /** Keys (encoded) of those named by address or by their producer's id. */
  readonly keys: Set<string>;
  /** Ids that follow from the keys. */
  readonly docIds: Set<string>;
  /** Ids that may be a document's or a point's, in lower case as they are kept. */
  readonly uuids: Set<string>;
}

/** Sorts addresses and ids by collection. An address of a chunk means its document.
 *  @throws `URI.INVALID`; `DELETE.COLLECTION_REQUIRED` when an id is not an address and no collection is given */
export function idsByCollection(given: readonly string[], collection: string | undefined): ReadonlyMap<string, NamedDocuments> {
  const byCollection = new Map<string, NamedDocuments>();
  for (const id of given) {
    const isAddress = id.startsWith('tributary://');
    const { collection: name, key } = isAddress
      ? parseDocumentUri(id)
      : { collection: required(collection, id), key: encodeDocumentKey(id) };
    const named = byCollection.get(name) ?? { keys: new Set(), docIds: new Set(), uuids: new Set() };
    byCollection.set(name, named);
    named.keys.add(key);
    named.docIds.add(documentId(name, key));
    if (!isAddress && isUuid(id)) named.uuids.add(id.toLowerCase());
  }
  return byCollection;
}

function required(collection: string | undefined, id: string): string {
  if (collection !== undefined) return collection;
  throw permanent(
    'DELETE.COLLECTION_REQUIRED',
    `Say in \`collection\` where ${id} is, or give its address: tributary://<collection>/<document>.`,
  );
}
