import { mayReadRow, type Principal } from '@tributary/contracts';
import type { DocumentRecord } from './document-record.js';

/** The rule of `accessFilter` on what the catalog knows of a document, for when it has no points. Where neither owner nor readers were noted, a file is
 *  everybody's, and what was handed in only the owner's of everything. */
export function mayReadDocument({ file, access, pending }: DocumentRecord, principal: Principal): boolean {
  if (principal.unrestricted) return true;
  const known = access ?? pending;
  return known === undefined ? file !== undefined : mayReadRow(principal, known);
}

/** What the row of a document notes of whose it is, and who may read it. */
export function accessOfRow({ user_id, acl }: Readonly<NonNullable<DocumentRecord['access']>>): NonNullable<DocumentRecord['access']> {
  return { ...(user_id === undefined ? {} : { user_id }), ...(acl === undefined ? {} : { acl }) };
}
