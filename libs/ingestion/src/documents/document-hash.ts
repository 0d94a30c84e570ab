import type { IngestDocument } from '@tributary/contracts';
import { sha256Hex } from '@tributary/kernel/ids';

/** The fields that are stored with the text; another value of one of them makes another document. */
export type StoredFields = Pick<
  IngestDocument,
  'title' | 'path' | 'type' | 'lang' | 'repo' | 'module' | 'tags' | 'user_id' | 'acl' | 'created_at' | 'modified_at' | 'metadata'
>;

/** What is given beside text and fields, and makes another document, too. */
type GivenParts = Pick<IngestDocument, 'vector' | 'point_id' | 'sections'>;

/** SHA-256, in hex, of the text and the stored fields; the order of keys in `metadata` does not matter. */
export function documentHash(text: string, fields: StoredFields & GivenParts): string {
  const { title, path, type, lang, repo, module, tags, user_id, acl, created_at, modified_at, metadata } = fields;
  const stored = [title, path, type, lang, repo, module, tags, user_id, acl, created_at, modified_at, metadata];
  const { vector, point_id, sections } = fields;
  // Only where there are some: hashes of documents without them stay what they were.
  const given = vector === undefined && point_id === undefined ? '' : JSON.stringify([vector, point_id]);
  const places = sections === undefined ? '' : JSON.stringify(sections);
  return sha256Hex(`${JSON.stringify(stored, withSortedKeys)}${given}${places}\n${text}`);
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
