import type { CollectionRecord } from '@tributary/engines-port';
import { formatDocumentUri } from '@tributary/kernel';
import type { NamedDocuments } from './named-documents.js';

/** Addresses that are told; more are counted. */
const MOST_TOLD = 10;

interface Found {
  readonly collection: Pick<CollectionRecord, 'name' | 'adopted'>;
  /** By key. */
  readonly documents: ReadonlyMap<string, unknown>;
  readonly named?: NamedDocuments;
}

/** Addresses of the documents that were named and not found. An id of a point, or of another program's document, does not tell which of the documents it
 *  is, so that it is missed only where nothing at all was found. */
export function missingOf({ collection, documents, named }: Found): readonly string[] {
  const isTold = (key: string) =>
    documents.size === 0 || (collection.adopted === undefined && named?.uuids.has(key.toLowerCase()) === false);
  const missing = [...(named?.keys ?? [])].filter((key) => !documents.has(key) && isTold(key));
  return missing.map((key) => formatDocumentUri({ collection: collection.name, key }));
}

/** The same whether a document never was, is gone, or belongs to somebody else. */
export function notThere(addresses: readonly string[]): string[] {
  if (addresses.length === 0) return [];
  const told = addresses.slice(0, MOST_TOLD).join(', ');
  const more = addresses.length > MOST_TOLD ? ` and ${(addresses.length - MOST_TOLD).toString()} more` : '';
  return [`Nothing was there to delete: ${told}${more}. Search for it: every hit carries its uri.`];
}
