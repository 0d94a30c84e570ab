import { documentRecordKey, type Catalog, type DocumentRecord } from '@tributary/engines-port';

/** What a sync compares a file with. */
export type KnownDocument = Pick<DocumentRecord, 'collection' | 'key' | 'version' | 'hash' | 'state' | 'file' | 'error'>;

/** The catalog's documents of a source by record key; tombstones only where they remember a file: one that a person deleted, or that
 *  was found to be no document. */
export async function knownDocuments(catalog: Catalog, sourceId: string): Promise<Map<string, KnownDocument>> {
  const known = new Map<string, KnownDocument>();
  for await (const { collection, key, version, hash, state, file, error } of catalog.documents.list({ source: sourceId })) {
    if (state === 'deleted' && file === undefined) continue;
    known.set(documentRecordKey(collection, key), { collection, key, version, hash, state, file, error });
  }
  return known;
}
