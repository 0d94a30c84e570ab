import { limitedSections, type IngestDocument } from '@tributary/contracts';
import { decodeDocumentKey } from '@tributary/kernel';
import type { DocumentContent } from './document-content.js';

/** A document that the walk over its source brought along, as the catalog keeps it until it is indexed.
 *  @param key as stored (encoded) */
export function handIn(
  { text, fields, sections = [] }: DocumentContent,
  { collection, key }: { collection: string; key: string },
): IngestDocument {
  const places = sections.length === 0 ? {} : { sections: limitedSections(sections) };
  return { v: 1, ...fields, ...places, collection, id: decodeDocumentKey(key), content: text };
}
