import type { TextAnalyser } from '@tributary/engines-port';
import type { SQLOutputValue } from 'node:sqlite';
import { blobIn, numberIn, textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { LaneRowReader } from '../store/lane-row.js';
import { numberOf, rowIdsOf } from '../store/row-ids.js';
import { newestSeq } from '../reading/collections.js';
import type { Store } from '../store/store.js';
import type { VectorCache } from '../vectors/vector-cache.js';
import { Projection } from './projection.js';
import type { ReadingTurns } from './reading-turns.js';

const SLICE_MS = 15;

/** A collection on its way into memory. */
export interface Reading {
  readonly projection: Projection;
  /** Points there are to read. */
  readonly points: number;
}

interface CollectionToLoad {
  readonly id: number;
  readonly dimension: number;
  readonly analyser: TextAnalyser;
  readonly vectorCache: VectorCache;
  readonly turns: ReadingTurns;
  /** Hears of the reading when it begins. */
  readonly begun?: (reading: Reading) => void;
  /** The event loop is left to others after so many milliseconds. */
  readonly sliceMs?: number;
}

/** Reads a collection into memory from one snapshot of the file, in slices. */
export async function loadProjection(store: Store, collection: CollectionToLoad): Promise<Projection> {
  const connection = store.connect();
  try {
    connection.db.exec('BEGIN');
    const seq = newestSeq(connection);
    const { id, begun, turns, sliceMs = SLICE_MS, ...parts } = collection;
    const projection = new Projection({ ...parts, collection: id, seq });
    const points = numberIn(connection.sql('SELECT points FROM collections WHERE id = ?').get(id) ?? { points: 0 }, 'points');
    projection.reserve(points);
    begun?.({ projection, points });
    const slices = { sliceMs, turn: () => turns.next(points - projection.points) };
    await appendPoints(connection, projection, slices);
    await placeDocuments(connection, projection, slices);
    return projection;
  } finally {
    connection.close();
  }
}

type Row = Record<string, SQLOutputValue>;

interface Slices {
  readonly sliceMs: number;
  /** Resolves when the next slice may begin. */
  readonly turn: () => Promise<void>;
}

async function appendPoints(connection: Connection, projection: Projection, slices: Slices): Promise<void> {
  const { first, last } = rowIdsOf(projection.collection);
  const rows = connection.sql('SELECT slot, lane FROM lanes WHERE slot BETWEEN ? AND ? ORDER BY slot').iterate(first, last);
  const reader = new LaneRowReader(projection.dimension);
  await inSlices(rows, slices, (row) => {
    projection.append(numberOf(numberIn(row, 'slot')), reader.read(blobIn(row, 'lane') ?? new Uint8Array()));
  });
}

async function placeDocuments(connection: Connection, projection: Projection, slices: Slices): Promise<void> {
  const { first, last } = rowIdsOf(projection.collection);
  const documents = connection.sql('SELECT id, doc_id, version, first_slot, points FROM documents WHERE id BETWEEN ? AND ? AND points > 0');
  await inSlices(documents.iterate(first, last), slices, (row) => {
    projection.placeDocument(numberOf(numberIn(row, 'id')), {
      docId: textIn(row, 'doc_id'),
      version: numberIn(row, 'version'),
      points: numberIn(row, 'points'),
      firstSlot: projection.findStored(numberIn(row, 'first_slot')) ?? 0,
    });
  });
}

async function inSlices(rows: Iterable<Row>, { sliceMs, turn }: Slices, take: (row: Row) => void): Promise<void> {
  await turn();
  let sliceEndsAt = performance.now() + sliceMs;
  for (const row of rows) {
    take(row);
    if (performance.now() < sliceEndsAt) continue;
    await turn();
    sliceEndsAt = performance.now() + sliceMs;
  }
}
