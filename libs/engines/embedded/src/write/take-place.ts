import type { PointPayload } from '@tributary/contracts';
import { md5Uuid } from '@tributary/kernel/ids';
import { textIn } from '../store/columns.js';
import { pointIdTaken } from '../store/sqlite-errors.js';
import type { CollectionRow } from './collection-rows.js';
import { findDocumentRow, removePoints, saveDocumentRow } from './document-rows.js';
import type { PackedDocument, PackedPoint } from './packed-document.js';
import type { WriteTransaction } from './write-transaction.js';

interface Claim {
  readonly point: Pick<PackedPoint, 'id' | 'payload'>;
  readonly idBytes: Uint8Array;
  readonly write: Pick<PackedDocument, 'docId' | 'key'>;
}

/** Frees the id of a point that is made of its document's key, where a producer chose the same one for another document: nobody keeps a document out by
 *  knowing how ids are made. The other one loses its points, as it does in an engine that keeps the last point of an id.
 *  @throws `ENGINE.POINT_ID_TAKEN` where the id is made of the other document's key, or of neither's */
export function takePlace(transaction: WriteTransaction, collection: CollectionRow, { point, idBytes, write }: Claim): void {
  const { writer } = transaction;
  const row = writer.sql('SELECT payload FROM points WHERE collection = ? AND id = ?').get(collection.id, idBytes);
  const payload = row === undefined ? '{}' : textIn(row, 'payload');
  const other = findDocumentRow(writer, collection.id, placeIn(payload).docId);
  const mayTake = other !== undefined && isMadeOf(write.key, point) && !isMadeOf(other.key, { id: point.id, payload });
  if (!mayTake || other.docId === write.docId) throw pointIdTaken();
  const removed = removePoints(writer, collection, other);
  saveDocumentRow(writer, collection, { ...other, known: other, firstSlot: 0, points: 0, deletedAt: null });
  transaction.logChange(collection.id, other.number, removed);
}

/** Whether the id of a point is made of this key of its document. */
function isMadeOf(key: string, { id, payload }: Claim['point']): boolean {
  const { originalId, chunk } = placeIn(payload);
  return originalId.endsWith(`:${key}:chunk:${chunk.toString()}`) && md5Uuid(originalId) === id.toLowerCase();
}

function placeIn(payload: string): { readonly docId: string; readonly originalId: string; readonly chunk: number } {
  // Safe: every payload was written from a point in our layout.
  const { doc_id = '', original_id = '', chunk_index = 0 } = JSON.parse(payload) as Partial<PointPayload>;
  return { docId: doc_id, originalId: original_id, chunk: chunk_index };
}
