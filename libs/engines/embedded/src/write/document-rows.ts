import type { DocumentFence } from '@tributary/engines-port';
import type { SQLOutputValue } from 'node:sqlite';
import { blobIn, numberIn, textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { LaneRowReader } from '../store/lane-row.js';
import { numberOf, rowId } from '../store/row-ids.js';
import type { CollectionRow } from './collection-rows.js';
import { joinWordLists } from './removed-words.js';

/** A row of `documents`: the fence of a document and where its points stand. */
export interface DocumentRow extends DocumentFence {
  readonly number: number;
  readonly docId: string;
  readonly key: string;
  readonly firstSlot: number;
  readonly points: number;
}

export function findDocumentRow(connection: Connection, collection: number, docId: string): DocumentRow | undefined {
  const row = connection.sql('SELECT * FROM documents WHERE collection = ? AND doc_id = ?').get(collection, docId);
  return row && toDocumentRow(row);
}

export function getDocumentRow(connection: Connection, collection: number, number: number): DocumentRow | undefined {
  const row = connection.sql('SELECT * FROM documents WHERE id = ?').get(rowId(collection, number));
  return row && toDocumentRow(row);
}

function toDocumentRow(row: Record<string, SQLOutputValue>): DocumentRow {
  return {
    number: numberOf(numberIn(row, 'id')),
    docId: textIn(row, 'doc_id'),
    key: textIn(row, 'key'),
    version: numberIn(row, 'version'),
    hash: textIn(row, 'hash'),
    deleted: row['deleted_at'] !== null,
    firstSlot: numberIn(row, 'first_slot'),
    points: numberIn(row, 'points'),
  };
}

/** Writes the row of a document, a new one or in place of `known`. @returns its number */
export function saveDocumentRow(
  writer: Connection,
  collection: CollectionRow,
  row: Omit<DocumentRow, 'number' | 'deleted'> & { readonly known: DocumentRow | undefined; readonly deletedAt: number | null },
): number {
  const number = row.known?.number ?? collection.nextDocument++;
  writer
    .sql(
      `INSERT INTO documents (id, collection, doc_id, key, version, hash, first_slot, points, deleted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET key = excluded.key, version = excluded.version, hash = excluded.hash,
         first_slot = excluded.first_slot, points = excluded.points, deleted_at = excluded.deleted_at`,
    )
    .run(rowId(collection.id, number), collection.id, row.docId, row.key, row.version, row.hash, row.firstSlot, row.points, row.deletedAt);
  return number;
}

/** Deletes the points of a document. @returns their words, for the change log */
export function removePoints(writer: Connection, collection: CollectionRow, known: DocumentRow | undefined): Uint8Array | undefined {
  if (known === undefined || known.points === 0) return undefined;
  const first = rowId(collection.id, known.firstSlot);
  const last = first + known.points - 1;
  const reader = new LaneRowReader(collection.dimension);
  const lists = writer
    .sql('SELECT lane FROM lanes WHERE slot BETWEEN ? AND ?')
    .all(first, last)
    .map((row) => reader.read(blobIn(row, 'lane') ?? new Uint8Array()).wordBytes);
  for (const table of ['points', 'lanes', 'vectors']) writer.sql(`DELETE FROM ${table} WHERE slot BETWEEN ? AND ?`).run(first, last);
  collection.points -= known.points;
  return joinWordLists(lists);
}
