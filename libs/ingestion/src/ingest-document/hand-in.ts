import type { IngestDocument } from '@tributary/contracts';
import { decodeDocumentKey } from '@tributary/kernel';
import type { DocumentContent } from './document-content.js';

/** A document that the walk over its source brought along, as the catalog keeps it until it is indexed.
 *  @param key as stored (encoded) */
export function handIn({ text, fields }: DocumentContent, { collection, key }: { collection: string; key: string }): IngestDocument {
  return { v: 1, ...fields, collection, id: decodeDocumentKey(key), content: text };
}
