import { documentRecordKey, type DocumentRecord } from '@tributary/engines-port';

/** The catalog's key of a document row. */
export function rowKey({ collection, key }: Pick<DocumentRecord, 'collection' | 'key'>): string {
  return documentRecordKey(collection, key);
}
