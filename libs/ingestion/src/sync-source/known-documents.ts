import { documentRecordKey, type Catalog, type DocumentRecord, type SourceRecord } from '@tributary/engines-port';

/** What a sync compares a file with. */
export type KnownDocument = Pick<DocumentRecord, 'collection' | 'key' | 'version' | 'hash' | 'state' | 'file' | 'error'>;

/** The catalog's documents of a source by record key; tombstones only where they remember a file: one that a person deleted, or that was found to be
 *  no document. What a removed collection held counts for nothing, whether or not it is purged yet. */
export async function knownDocuments(catalog: Catalog, { id, route }: SourceRecord): Promise<Map<string, KnownDocument>> {
  const collections = await catalog.collections.getMany([route.code, route.docs]);
  const epochs = new Map(collections.flatMap((record) => (record ? [[record.name, record.epoch] as const] : [])));
  const known = new Map<string, KnownDocument>();
  for await (const { collection, key, version, hash, state, file, error, epoch } of catalog.documents.list({ source: id })) {
    if ((state === 'deleted' && file === undefined) || epoch < (epochs.get(collection) ?? 0)) continue;
    known.set(documentRecordKey(collection, key), { collection, key, version, hash, state, file, error });
  }
  return known;
}
