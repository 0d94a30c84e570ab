import { numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { CollectionRows } from './collection-rows.js';
import type { Dictionary } from './dictionary.js';

const CHANGES_KEPT = 100_000;
/** The change log is shortened once in so many entries. */
const TRIM_EVERY = 1_000;

/** What the writes of one transaction share. */
export class WriteTransaction {
  readonly writer: Connection;
  readonly dictionary: Dictionary;
  readonly collections: CollectionRows;
  #revision: number | undefined;

  constructor(writer: Connection, dictionary: Dictionary) {
    this.writer = writer;
    this.dictionary = dictionary;
    this.collections = new CollectionRows(writer);
  }

  /** Appends to the change log. `removed`: words of the points that went, as their lane rows hold them, each with its length in front. */
  logChange(collection: number, document: number, removed: Uint8Array | undefined): void {
    const { lastInsertRowid } = this.writer
      .sql('INSERT INTO changes (collection, document, removed) VALUES (?, ?, ?)')
      .run(collection, document, removed ?? null);
    const seq = Number(lastInsertRowid);
    if (seq % TRIM_EVERY === 0) this.writer.sql('DELETE FROM changes WHERE seq <= ?').run(seq - CHANGES_KEPT);
  }

  /** A revision greater than any a record ever had. */
  nextRevision(): number {
    this.#revision ??= numberIn(this.writer.sql('SELECT revision FROM record_revision').get() ?? {}, 'revision');
    return ++this.#revision;
  }

  /** Writes the counters back; to be called before the commit. */
  finish(): void {
    this.collections.flush();
    if (this.#revision !== undefined) this.writer.sql('UPDATE record_revision SET revision = ?').run(this.#revision);
  }
}
