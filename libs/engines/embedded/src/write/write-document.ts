// Not by the index of the port: the thread that writes would load every schema of the contracts with it, and start three times as slowly.
import { passesFence, wordsOf, type WriteOutcome } from '@tributary/engines-port/points';
import { checkDimension } from '@tributary/engines-port/writes';
import { rowId } from '../store/row-ids.js';
import { encodeLaneRow } from '../store/lane-row.js';
import { pointIdBytes } from '../store/point-id.js';
import { encodeAscending } from '../store/varint.js';
import type { CollectionRow } from './collection-rows.js';
import { findDocumentRow, removePoints, saveDocumentRow } from './document-rows.js';
import { dimensionsOf, pointCount, pointsOf, type PackedDocument, type PackedPoint } from './packed-document.js';
import { takePlace } from './take-place.js';
import type { WriteTransaction } from './write-transaction.js';

/** Replaces a document as a whole where the fence lets it. */
export function writeDocument(transaction: WriteTransaction, write: PackedDocument): WriteOutcome {
  const { writer } = transaction;
  const collection = transaction.collections.get(write.collection);
  const holding = { collection: collection.name, dimension: collection.dimension };
  for (const dimension of dimensionsOf(write)) checkDimension(dimension, holding);
  const known = findDocumentRow(writer, collection.id, write.docId);
  if (known?.deleted === false && known.version === write.version && known.hash === write.hash) return { outcome: 'unchanged' };
  if (known && !passesFence(known, write)) {
    return { outcome: 'superseded', by: { version: known.version, hash: known.hash, deleted: known.deleted } };
  }
  const removed = removePoints(writer, collection, known);
  const points = pointCount(write);
  const firstSlot = collection.nextSlot;
  const number = saveDocumentRow(writer, collection, { ...write, known, firstSlot, points, deletedAt: null });
  for (const point of pointsOf(write)) insertPoint(transaction, collection, { point, document: number, write });
  collection.points += points;
  if (!known || known.deleted) collection.documents++;
  transaction.logChange(collection.id, number, removed);
  return { outcome: 'written', points };
}

function insertPoint(
  transaction: WriteTransaction,
  collection: CollectionRow,
  { point, document, write }: { readonly point: PackedPoint; readonly document: number; readonly write: PackedDocument },
): void {
  const { writer, dictionary } = transaction;
  const slot = rowId(collection.id, collection.nextSlot++);
  const { payload, content, vector, common, terms } = point;
  const id = pointIdBytes(point.id) ?? new Uint8Array(16);
  const words = encodeAscending(dictionary.numbersOf(wordsOf({ words: { lines: point.words } }), collection));
  const lane = encodeLaneRow({ id, document, vector, terms, words });
  const insert = () =>
    writer
      .sql('INSERT INTO points (slot, collection, id, payload, content) VALUES (?, ?, ?, ?, ?) ON CONFLICT (collection, id) DO NOTHING')
      .run(slot, collection.id, id, payload, content).changes;
  if (insert() === 0) {
    takePlace(transaction, collection, { point, idBytes: id, write });
    insert();
  }
  writer.sql('INSERT INTO lanes (slot, lane) VALUES (?, ?)').run(slot, lane);
  writer
    .sql('INSERT INTO vectors (slot, own, common) VALUES (?, ?, ?)')
    .run(slot, vector ? bytesOf(vector) : null, common ? bytesOf(common) : null);
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
