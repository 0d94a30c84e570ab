import { ACL_NOBODY } from '@tributary/contracts';
import type { CollectionRecord } from './collection-record.js';
import type { DocumentRecord } from './document-record.js';

/** So many names are kept with a record that every search reads. */
const MOST_NAMES = 1000;

/** As lists of readers name everybody. */
export const EVERYBODY: readonly string[] = ['*'];

/** Who may read a document, by names as lists of readers have them: no fewer than those who see its rows. */
export function audienceOf({ user_id: owner, acl }: Pick<NonNullable<DocumentRecord['access']>, 'user_id' | 'acl'>): readonly string[] {
  if (owner !== undefined) return [`user:${owner}`];
  return acl === undefined ? EVERYBODY : acl.filter((name) => name !== ACL_NOBODY);
}

/** Who knows of a new collection; a record without it is known to everybody. */
export function firstKnownTo(names: readonly string[]): Pick<CollectionRecord, 'known_to'> {
  const known = new Set(names);
  return known.has('*') || known.size > MOST_NAMES ? {} : { known_to: [...known] };
}

/** Whether all of them know of a collection. */
export function isKnownTo({ known_to: known }: Pick<CollectionRecord, 'known_to'>, names: readonly string[]): boolean {
  return known === undefined || names.every((name) => known.includes(name));
}

/** The record of a collection that they know of, too, from now on. */
export function madeKnownTo(record: CollectionRecord, names: readonly string[]): CollectionRecord {
  const { known_to: known, ...rest } = record;
  return known === undefined ? record : { ...rest, ...firstKnownTo([...known, ...names]) };
}
