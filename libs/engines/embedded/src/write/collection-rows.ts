import { permanent, type TributaryError } from '@tributary/kernel';
import type { SQLOutputValue } from 'node:sqlite';
import { numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';

type Row = Record<string, SQLOutputValue>;

/** A row of `collections` as a write transaction sees and changes it. */
export interface CollectionRow {
  readonly id: number;
  readonly name: string;
  readonly dimension: number;
  documents: number;
  points: number;
  nextSlot: number;
  nextDocument: number;
  nextWord: number;
  /** Words ever forgotten: `nextWord` less these are there. */
  forgottenWords: number;
  /** Points ever removed when words were counted last, and when that was (ms since the epoch); undefined where they never were. */
  readonly counted: { readonly removals: number; readonly at: number } | undefined;
}

/** Reads each collection once per transaction and writes the changed counters back before the commit. */
export class CollectionRows {
  readonly #writer: Connection;
  readonly #rows = new Map<string, CollectionRow>();

  constructor(writer: Connection) {
    this.#writer = writer;
  }

  /** @throws `COLLECTION.NOT_FOUND` */
  get(name: string): CollectionRow {
    const cached = this.#rows.get(name);
    if (cached) return cached;
    const read = readCollectionRow(this.#writer, name);
    this.#rows.set(name, read);
    return read;
  }

  /** To be called when a collection is removed. */
  forget(name: string): void {
    this.#rows.delete(name);
  }

  /** Ids of the collections read in this transaction. */
  get ids(): readonly number[] {
    return [...this.#rows.values()].map(({ id }) => id);
  }

  flush(): void {
    const update = this.#writer.sql(
      'UPDATE collections SET documents = ?, points = ?, next_slot = ?, next_document = ?, next_word = ? WHERE id = ?',
    );
    for (const row of this.#rows.values()) {
      update.run(row.documents, row.points, row.nextSlot, row.nextDocument, row.nextWord, row.id);
    }
  }
}

/** @throws `COLLECTION.NOT_FOUND` */
export function readCollectionRow(connection: Connection, name: string): CollectionRow {
  const row = connection.sql('SELECT * FROM collections WHERE name = ?').get(name);
  if (!row) throw collectionNotFound(name);
  return {
    id: numberIn(row, 'id'),
    name,
    dimension: numberIn(row, 'dimension'),
    documents: numberIn(row, 'documents'),
    points: numberIn(row, 'points'),
    nextSlot: numberIn(row, 'next_slot'),
    nextDocument: numberIn(row, 'next_document'),
    nextWord: numberIn(row, 'next_word'),
    forgottenWords: forgottenIn(row),
    counted: countedIn(row),
  };
}

/** Words ever forgotten of a collection. @param row all of its columns: a store in which words were never counted lacks this one */
export function forgottenIn(row: Row): number {
  return row['forgotten_words'] === undefined ? 0 : numberIn(row, 'forgotten_words');
}

function countedIn(row: Row): CollectionRow['counted'] {
  const isCounted = typeof row['counted_removals'] === 'number';
  return isCounted ? { removals: numberIn(row, 'counted_removals'), at: numberIn(row, 'counted_at') } : undefined;
}

export function collectionNotFound(name: string): TributaryError {
  return permanent('COLLECTION.NOT_FOUND', `There is no collection ${name} in this engine: create it first.`, { category: 'not_found' });
}
