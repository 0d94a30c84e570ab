import { passesFence, type DocumentWrite, type Point, type WriteOutcome } from '@tributary/engines-port';
import { rowId } from '../store/row-ids.js';
import { encodeLaneRow } from '../store/lane-row.js';
import { pointIdBytes } from '../store/point-id.js';
import { encodeAscending } from '../store/varint.js';
import { checkDocument } from './check-document.js';
import type { CollectionRow } from './collection-rows.js';
import { findDocumentRow, removePoints, saveDocumentRow } from './document-rows.js';
import type { WriteTransaction } from './write-transaction.js';

/** Replaces a document as a whole where the fence lets it. */
export function writeDocument(transaction: WriteTransaction, write: DocumentWrite): WriteOutcome {
  const { writer } = transaction;
  const collection = transaction.collections.get(write.collection);
  checkDocument(write, collection.dimension);
  const known = findDocumentRow(writer, collection.id, write.docId);
  if (known?.deleted === false && known.version === write.version && known.hash === write.hash) return { outcome: 'unchanged' };
  if (known && !passesFence(known, write)) {
    return { outcome: 'superseded', by: { version: known.version, hash: known.hash, deleted: known.deleted } };
  }
  const removed = removePoints(writer, collection, known);
  const firstSlot = collection.nextSlot;
  const number = saveDocumentRow(writer, collection, {
    ...write,
    known,
    firstSlot,
    points: write.points.length,
    deletedAt: null,
  });
  for (const point of write.points) insertPoint(transaction, collection, { point, document: number });
  collection.points += write.points.length;
  if (!known || known.deleted) collection.documents++;
  transaction.logChange(collection.id, number, removed);
  return { outcome: 'written', points: write.points.length };
}

function insertPoint(
  { writer, dictionary }: WriteTransaction,
  collection: CollectionRow,
  { point, document }: { readonly point: Point; readonly document: number },
): void {
  const slot = rowId(collection.id, collection.nextSlot++);
  const { content, ...payload } = point.payload;
  const { vector, features } = point;
  const id = pointIdBytes(point.id) ?? new Uint8Array(16);
  const words = encodeAscending(dictionary.numbersOf(features.words, collection));
  const lane = encodeLaneRow({ id, document, vector, terms: features.terms, words });
  writer
    .sql('INSERT INTO points (slot, collection, id, payload, content) VALUES (?, ?, ?, ?, ?)')
    .run(slot, collection.id, id, JSON.stringify(payload), content);
  writer.sql('INSERT INTO lanes (slot, lane) VALUES (?, ?)').run(slot, lane);
  writer
    .sql('INSERT INTO vectors (slot, own, common) VALUES (?, ?, ?)')
    .run(slot, vector ? bytesOf(vector) : null, isSame(vector, features.common) ? null : bytesOf(features.common));
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function isSame(own: Float32Array | undefined, common: Float32Array): boolean {
  return own === common || (own?.length === common.length && own.every((x, i) => x === common[i]));
}
