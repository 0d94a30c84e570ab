import { permanent, type TributaryError } from '@tributary/kernel';
import { numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';

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
    const row = this.#writer.sql('SELECT * FROM collections WHERE name = ?').get(name);
    if (!row) throw collectionNotFound(name);
    const read = {
      id: numberIn(row, 'id'),
      name,
      dimension: numberIn(row, 'dimension'),
      documents: numberIn(row, 'documents'),
      points: numberIn(row, 'points'),
      nextSlot: numberIn(row, 'next_slot'),
      nextDocument: numberIn(row, 'next_document'),
      nextWord: numberIn(row, 'next_word'),
    };
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

export function collectionNotFound(name: string): TributaryError {
  return permanent('COLLECTION.NOT_FOUND', `There is no collection ${name} in this engine: create it first.`, { category: 'not_found' });
}
