import { documentRecordKey, type Catalog, type DocumentRecord } from '@tributary/engines-port';

/** What a sync compares a file with. */
export type KnownDocument = Pick<DocumentRecord, 'collection' | 'key' | 'version' | 'hash' | 'state' | 'file'>;

/** The catalog's documents of a source by record key; tombstones only where they remember the file a person deleted. */
export async function knownDocuments(catalog: Catalog, sourceId: string): Promise<Map<string, KnownDocument>> {
  const known = new Map<string, KnownDocument>();
  for await (const { collection, key, version, hash, state, file } of catalog.documents.list({ source: sourceId })) {
    if (state === 'deleted' && file === undefined) continue;
    known.set(documentRecordKey(collection, key), { collection, key, version, hash, state, file });
  }
  return known;
}
