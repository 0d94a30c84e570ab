import type { DocumentDelete, WriteOutcome } from '@tributary/engines-port';
import { findDocumentRow, removePoints, saveDocumentRow } from './document-rows.js';
import type { WriteTransaction } from './write-transaction.js';

/** Documents of one collection to delete. */
export interface DocumentsToDelete {
  readonly collection: string;
  readonly documents: DocumentDelete['documents'];
  /** When they are deleted, in ms since the epoch. */
  readonly at: number;
}

export function deleteDocuments(transaction: WriteTransaction, { documents, collection, at }: DocumentsToDelete): readonly WriteOutcome[] {
  return documents.map((document) => deleteDocument(transaction, { ...document, collection, at }));
}

interface DocumentToDelete {
  readonly collection: string;
  readonly docId: string;
  readonly key: string;
  readonly version: number;
  readonly at: number;
}

/** Deletes a document and leaves a tombstone, also where the document was never seen. At an equal version the delete wins. */
function deleteDocument(transaction: WriteTransaction, { collection: name, docId, key, version, at }: DocumentToDelete): WriteOutcome {
  const { writer } = transaction;
  const collection = transaction.collections.get(name);
  const known = findDocumentRow(writer, collection.id, docId);
  if (known && known.version > version) {
    return { outcome: 'superseded', by: { version: known.version, hash: known.hash, deleted: known.deleted } };
  }
  if (known?.deleted && known.version === version) return { outcome: 'unchanged' };
  const removed = removePoints(writer, collection, known);
  const number = saveDocumentRow(writer, collection, { known, docId, key, version, hash: '', firstSlot: 0, points: 0, deletedAt: at });
  if (known && !known.deleted) collection.documents--;
  transaction.logChange(collection.id, number, removed);
  return { outcome: 'written', points: known?.points ?? 0 };
}
