import type { DocumentRecord } from '@tributary/engines-port';
import { isOwnerUnsaid } from '../../acceptance/claim-place.js';
import type { RemovalNote } from './removal-notes.js';

type Remover = Pick<RemovalNote, 'source_id' | 'user_id' | 'registered_by'>;

/** A document that stands by itself once its source is removed: still whose it was, and the same source's again when whoever had registered it adds it again. */
export function leftBy({ source_id, user_id, registered_by }: Remover, row: DocumentRecord): DocumentRecord {
  const left = { source: source_id, ...(registered_by === undefined ? {} : { registered_by }) };
  return { ...row, source: '', left, ...(user_id !== undefined && isOwnerUnsaid(row) ? { access: { user_id } } : {}) };
}
