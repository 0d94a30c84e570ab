import { oldestSeq } from '../reading/collections.js';
import { blobIn, numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { LaneRowReader } from '../store/lane-row.js';
import { numberOf, rowId } from '../store/row-ids.js';
import { getDocumentRow, type DocumentRow } from '../write/document-rows.js';
import type { Projection } from './projection.js';

/** A document that changed since a projection was current. */
interface ChangedDocument {
  readonly number: number;
  /** Words its points had when the projection knew it. */
  readonly removed: Uint8Array | undefined;
  /** Its committed state; undefined when the row is gone. */
  readonly row: DocumentRow | undefined;
}

export interface PendingChanges {
  /** Newest entry of the log, of any collection. */
  readonly seq: number;
  /** In the order of their points in the store, which is the order in which a projection must take them. */
  readonly documents: readonly ChangedDocument[];
}

/** What the projection lacks; `lost` when the log no longer reaches back that far. Call within a snapshot.
 *  @param seq of the newest entry of the log */
export function pendingChanges(connection: Connection, projection: Projection, seq: number): PendingChanges | 'lost' {
  if (seq === projection.appliedSeq) return { seq, documents: [] };
  if (oldestSeq(connection) > projection.appliedSeq + 1) return 'lost';
  const rows = connection
    .sql('SELECT document, removed FROM changes WHERE seq > ? AND collection = ? ORDER BY seq')
    .all(projection.appliedSeq, projection.collection);
  // The projection knows the state before the first of several changes of a document, so that one’s words are what it has to take out.
  const first = new Map<number, Uint8Array | undefined>();
  for (const row of rows) {
    const document = numberIn(row, 'document');
    if (!first.has(document)) first.set(document, blobIn(row, 'removed'));
  }
  const documents = [...first].map(([number, removed]) => ({
    number,
    removed,
    row: getDocumentRow(connection, projection.collection, number),
  }));
  return { seq, documents: documents.sort((a, b) => (a.row?.firstSlot ?? 0) - (b.row?.firstSlot ?? 0)) };
}

/** Brings one document to its committed state. Synchronous: no search sees half of it. */
export function applyDocument(connection: Connection, projection: Projection, { number, removed, row }: ChangedDocument): void {
  projection.removeDocument(number, removed);
  if (!row || row.points === 0) return;
  const firstSlot = projection.slots;
  const first = rowId(projection.collection, row.firstSlot);
  const lanes = connection.sql('SELECT slot, lane FROM lanes WHERE slot BETWEEN ? AND ? ORDER BY slot');
  const reader = new LaneRowReader(projection.dimension);
  for (const lane of lanes.all(first, first + row.points - 1)) {
    projection.append(numberOf(numberIn(lane, 'slot')), reader.read(blobIn(lane, 'lane') ?? new Uint8Array()));
  }
  projection.placeDocument(number, { version: row.version, points: row.points, firstSlot, docId: row.docId });
}
