import { ACL_NOBODY, mayReadRow, type Principal } from '@tributary/contracts';
import type { DocumentRecord } from './document-record.js';

type Access = NonNullable<DocumentRecord['access']>;

/** The rule of `accessFilter` on what the catalog knows of a document, for when it has no points. Where neither owner nor readers were noted, a file is
 *  everybody's, and what was handed in only the owner's of everything. */
export function mayReadDocument({ file, access, pending }: DocumentRecord, principal: Principal): boolean {
  if (principal.unrestricted) return true;
  const known = access ?? pending;
  return known === undefined ? file !== undefined : mayReadRow(principal, known);
}

/** What the row of a document notes of whose it is, and who may read it. */
export function accessOfRow({ user_id, acl }: Readonly<Access>): Access {
  return { ...(user_id === undefined ? {} : { user_id }), ...(acl === undefined ? {} : { acl }) };
}

/** Whether two lists name the same readers, in whatever order; no list is one that names everybody. */
export function isSameReaders(some: Access['acl'], others: Access['acl']): boolean {
  const [one, other] = [readersOf(some), readersOf(others)];
  return one.size === other.size && one.isSubsetOf(other);
}

/** What is noted of a document now, with who shared it before, where it is the same one's and has the same readers. */
export function withSharer(access: Access, before: Access | undefined): Access {
  const isKept = before?.by !== undefined && before.user_id === access.user_id && isSameReaders(before.acl, access.acl);
  return isKept ? { ...access, by: before.by } : access;
}

function readersOf(acl: Access['acl']): ReadonlySet<string> {
  if (acl === undefined || acl.includes('*')) return new Set(['*']);
  return new Set(acl.filter((name) => name !== ACL_NOBODY));
}
