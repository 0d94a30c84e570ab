import type { WriteTransaction } from './write-transaction.js';

/** Forgets the tombstones of a collection set before a moment (ms since the epoch). @returns how many */
export function dropTombstones(transaction: WriteTransaction, collection: string, before: number): number {
  const { id } = transaction.collections.get(collection);
  const { changes } = transaction.writer.sql('DELETE FROM documents WHERE collection = ? AND deleted_at < ?').run(id, before);
  return Number(changes);
}
