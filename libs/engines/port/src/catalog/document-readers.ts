import { mayReadRow, type Principal } from '@tributary/contracts';
import type { DocumentRecord } from './document-record.js';

/** The rule of `accessFilter` on what the catalog knows of a document, for when it has no points. Where neither owner nor readers were noted, a file is
 *  everybody's, and what was handed in only the owner's of everything. */
export function mayReadDocument({ file, access, pending }: DocumentRecord, principal: Principal): boolean {
  if (principal.unrestricted) return true;
  const known = access ?? pending;
  return known === undefined ? file !== undefined : mayReadRow(principal, known);
}
