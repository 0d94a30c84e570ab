import { Card } from '@tributary/contracts';
import type { EngineCollection, EngineStatistics } from '@tributary/engines-port';
import type { SQLOutputValue } from 'node:sqlite';
import { numberIn, textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { rowIdsOf } from '../store/row-ids.js';
import { collectionNotFound } from '../write/collection-rows.js';

/** A collection as the store addresses it. */
export interface OpenCollection {
  readonly id: number;
  readonly dimension: number;
}

/** @throws `COLLECTION.NOT_FOUND` */
export function findCollection(connection: Connection, name: string): OpenCollection {
  const row = connection.sql('SELECT id, dimension FROM collections WHERE name = ?').get(name);
  if (!row) throw collectionNotFound(name);
  return { id: numberIn(row, 'id'), dimension: numberIn(row, 'dimension') };
}

/** Number of the newest entry the change log ever had, of any collection: it never falls, though entries go, the newest ones with their collection. */
export function newestSeq(connection: Connection): number {
  return numberIn(connection.sql("SELECT coalesce(max(seq), 0) AS seq FROM sqlite_sequence WHERE name = 'changes'").get() ?? {}, 'seq');
}

/** Number from which on the change log is whole, but for entries of removed collections; that of its next entry where it is empty. */
export function oldestSeq(connection: Connection): number {
  const row = connection.sql('SELECT min(seq) AS seq FROM changes').get();
  return typeof row?.['seq'] === 'number' ? row['seq'] : newestSeq(connection) + 1;
}

export function collectionIds(connection: Connection): ReadonlySet<number> {
  return new Set(
    connection
      .sql('SELECT id FROM collections')
      .all()
      .map((row) => numberIn(row, 'id')),
  );
}

export function listCollections(connection: Connection): readonly EngineCollection[] {
  return connection.sql('SELECT name, card, documents, points FROM collections ORDER BY name').all().map(toEngineCollection);
}

export function getCollection(connection: Connection, name: string): EngineCollection | undefined {
  const row = connection.sql('SELECT name, card, documents, points FROM collections WHERE name = ?').get(name);
  return row && toEngineCollection(row);
}

/** @throws `COLLECTION.NOT_FOUND` */
export function statisticsOf(connection: Connection, name: string): EngineStatistics {
  return connection.snapshot(() => {
    const { id, dimension } = findCollection(connection, name);
    const { first, last } = rowIdsOf(id);
    const row = connection.sql('SELECT count(*) AS points, count(own) AS vectors FROM vectors WHERE slot BETWEEN ? AND ?').get(first, last);
    const [points, vectors] = row ? [numberIn(row, 'points'), numberIn(row, 'vectors')] : [0, 0];
    return { status: 'ready', points, vectors, indexedVectors: null, segments: null, dimension, distance: 'cosine' };
  });
}

/** The newest change of a collection; where the log has none of it any more, how far back the log reaches. @throws `COLLECTION.NOT_FOUND` */
export function changeMarkOf(connection: Connection, name: string): string {
  return connection.snapshot(() => {
    const { id } = findCollection(connection, name);
    const own = connection.sql('SELECT seq FROM changes WHERE collection = ? ORDER BY seq DESC LIMIT 1').get(id);
    const seq = own ? numberIn(own, 'seq') : oldestSeq(connection);
    return `${id.toString()}/${own ? 'at' : 'before'} ${seq.toString()}`;
  });
}

function toEngineCollection(row: Record<string, SQLOutputValue>): EngineCollection {
  return {
    name: textIn(row, 'name'),
    card: Card.parse(JSON.parse(textIn(row, 'card'))),
    documents: numberIn(row, 'documents'),
    points: numberIn(row, 'points'),
  };
}
