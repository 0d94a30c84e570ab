import type { Recount } from '@tributary/engines-port';
import { numberIn } from '../store/columns.js';
import type { WriteTransaction } from './write-transaction.js';

/** Counts the documents and points of a collection by their rows; `mend` sets the counters to what is there. */
export function recount({ collections, writer }: WriteTransaction, collection: string, mend: boolean): Recount {
  const row = collections.get(collection);
  const counted = { documents: row.documents, points: row.points };
  const documents = writer.sql('SELECT count(*) AS n FROM documents WHERE collection = ? AND deleted_at IS NULL').get(row.id);
  const points = writer.sql('SELECT count(*) AS n FROM points WHERE collection = ?').get(row.id);
  const there = { documents: documents ? numberIn(documents, 'n') : 0, points: points ? numberIn(points, 'n') : 0 };
  if (mend) Object.assign(row, there);
  return { counted, there };
}
