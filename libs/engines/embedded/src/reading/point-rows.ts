import type { PointPayload } from '@tributary/contracts';
import type { FullPoint, PointSelector, StoredPoint } from '@tributary/engines-port';
import { isDamage } from '@tributary/kernel/sqlite';
import type { SQLOutputValue } from 'node:sqlite';
import { toFloats } from '../vectors/exact-vectors.js';
import { blobIn, numberIn, textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { LaneRowReader } from '../store/lane-row.js';
import { pointIdBytes, pointIdText } from '../store/point-id.js';
import { rowId } from '../store/row-ids.js';
import { decodeAscending } from '../store/varint.js';
import { findDocumentRow } from '../write/document-rows.js';
import type { OpenCollection } from './collections.js';

/** Whether points are read with their vectors, which lie in a table of their own. */
interface Wanted {
  readonly withVectors: boolean;
}

function pointRows({ withVectors }: Wanted): string {
  return withVectors
    ? 'SELECT slot, id, payload, content, own FROM points JOIN vectors USING (slot)'
    : 'SELECT slot, id, payload, content FROM points';
}

/** Points with these ids, in that order. */
export function pointsById(
  connection: Connection,
  collection: number,
  { ids, ...wanted }: Wanted & { readonly ids: readonly string[] },
): readonly StoredPoint[] {
  const rows = pointRows(wanted);
  return ids.flatMap((id) => {
    const bytes = pointIdBytes(id);
    const row = bytes && connection.sql(`${rows} WHERE collection = ? AND id = ?`).get(collection, bytes);
    return row ? [toStoredPoint(row)] : [];
  });
}

/** Points of a document by `chunk_index`, all of them or those of a range. */
export function pointsOfDocument(
  connection: Connection,
  collection: number,
  { docId, chunks, ...wanted }: Wanted & { readonly docId: string; readonly chunks: PointSelector['chunks'] | undefined },
): readonly StoredPoint[] {
  const document = findDocumentRow(connection, collection, docId);
  if (!document) return [];
  const from = Math.max(0, chunks?.from ?? 0);
  const to = Math.min(document.points - 1, chunks?.to ?? document.points - 1);
  const first = rowId(collection, document.firstSlot);
  // With the limit the page behind the last one is not looked at, which may be damaged.
  return connection
    .sql(`${pointRows(wanted)} WHERE slot BETWEEN ? AND ? ORDER BY slot LIMIT ?`)
    .all(first + from, first + to, Math.max(0, to - from + 1))
    .map(toStoredPoint);
}

/** The point in a slot of the store. */
export function pointInSlot(
  connection: Connection,
  collection: number,
  { slot, ...wanted }: Wanted & { readonly slot: number },
): StoredPoint | undefined {
  const row = connection.sql(`${pointRows(wanted)} WHERE slot = ?`).get(rowId(collection, slot));
  return row && toStoredPoint(row);
}

/** How many slots of a collection were ever taken. */
export function slotsOf(connection: Connection, collection: number): number {
  return numberIn(connection.sql('SELECT next_slot FROM collections WHERE id = ?').get(collection) ?? {}, 'next_slot');
}

/** The same as `pointInSlot`, undefined also where its page is damaged. */
export function readablePoint(connection: Connection, collection: number, slot: number): StoredPoint | undefined {
  try {
    return pointInSlot(connection, collection, { slot, withVectors: false });
  } catch (error) {
    // JSON that a damaged page changed is damage, too.
    if (isDamage(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const FULL =
  'SELECT p.slot, p.id, p.payload, p.content, l.lane, v.own, v.common FROM points p JOIN lanes l USING (slot) JOIN vectors v USING (slot)';

/** The points with these ids in order of id, from the one after `after` on, with all that is stored of them. */
export function fullPointsById(
  connection: Connection,
  collection: OpenCollection,
  { ids, after = '', limit }: { readonly ids: readonly string[]; readonly after: string | undefined; readonly limit: number },
): readonly FullPoint[] {
  const found: FullPoint[] = [];
  for (const id of [...new Set(ids.map((text) => text.toLowerCase()))].sort()) {
    if (found.length === limit) break;
    const bytes = id > after.toLowerCase() ? pointIdBytes(id) : undefined;
    const row = bytes && connection.sql(`${FULL} WHERE p.collection = ? AND p.id = ?`).get(collection.id, bytes);
    if (row) found.push(toFullPoint(connection, collection, row));
  }
  return found;
}

/** A slice of points in order of id. */
interface PointSlice {
  /** Those that fit, with all that is stored of them. */
  readonly points: readonly FullPoint[];
  /** Of the last row that was looked at; undefined where there was none. */
  readonly last: string | undefined;
  readonly isEnd: boolean;
}

/** Looks at so many points in order of id. What does not fit costs no look at its features. */
export function fullPointsAfter(
  connection: Connection,
  collection: OpenCollection,
  { after, limit, fits }: { readonly after: string | undefined; readonly limit: number; readonly fits: (point: StoredPoint) => boolean },
): PointSlice {
  const id = (after === undefined ? undefined : pointIdBytes(after)) ?? new Uint8Array();
  const rows = connection.sql(`${FULL} WHERE p.collection = ? AND p.id > ? ORDER BY p.id LIMIT ?`).all(collection.id, id, limit);
  const end = rows.at(-1);
  return {
    points: rows.filter((row) => fits(toStoredPoint(row))).map((row) => toFullPoint(connection, collection, row)),
    last: end && toStoredPoint(end).id,
    isEnd: rows.length < limit,
  };
}

function toStoredPoint(row: Record<string, SQLOutputValue>): StoredPoint {
  // Safe: the column is written by this engine alone, from a PointPayload without its content.
  const payload = JSON.parse(textIn(row, 'payload')) as Omit<PointPayload, 'content'>;
  const vector = 'own' in row ? toFloats(blobIn(row, 'own')) : undefined;
  return {
    id: pointIdText(blobIn(row, 'id') ?? new Uint8Array(16)),
    payload: { ...payload, content: textIn(row, 'content') },
    ...(vector ? { vector } : {}),
  };
}

function toFullPoint(connection: Connection, collection: OpenCollection, row: Record<string, SQLOutputValue>): FullPoint {
  const lane = new LaneRowReader(collection.dimension).read(blobIn(row, 'lane') ?? new Uint8Array());
  const point = toStoredPoint(row);
  const common = toFloats(blobIn(row, 'common')) ?? point.vector ?? new Float32Array();
  const words: string[] = [];
  decodeAscending(lane.wordBytes, 0, (word) => {
    const row = connection.sql('SELECT word FROM words WHERE id = ?').get(rowId(collection.id, word));
    // A program of format 1 that had the file open when words were forgotten may have written one that is gone.
    if (row !== undefined) words.push(textIn(row, 'word'));
  });
  const features = { terms: lane.terms, words, common };
  return { ...point, features };
}

/** Vectors of a document’s points by chunk hash. */
export function vectorsOfDocument(connection: Connection, collection: number, docId: string): ReadonlyMap<string, Float32Array> {
  const vectors = new Map<string, Float32Array>();
  const document = findDocumentRow(connection, collection, docId);
  if (!document) return vectors;
  const first = rowId(collection, document.firstSlot);
  const rows = connection
    .sql(`SELECT p.payload ->> '$.hash' AS hash, v.own FROM points p JOIN vectors v USING (slot) WHERE p.slot BETWEEN ? AND ?`)
    .all(first, first + document.points - 1);
  for (const row of rows) {
    const own = toFloats(blobIn(row, 'own'));
    if (own) vectors.set(textIn(row, 'hash'), own);
  }
  return vectors;
}
