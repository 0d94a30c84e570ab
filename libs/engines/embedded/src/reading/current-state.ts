import { numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { findCollection, newestSeq, type OpenCollection } from './collections.js';

/** What every search asks of the store beside its points: what a name means, and the newest change. It is read once until somebody commits, which SQLite tells by
 *  one number: a search over many collections asks for that once. */
export class CurrentState {
  readonly #reader: Connection;
  /** The snapshot of which it is known that nobody had committed before it. */
  #snapshot = 0;
  #dataVersion = 0;
  readonly #collections = new Map<string, OpenCollection>();
  #newestSeq: number | undefined;

  constructor(reader: Connection) {
    this.#reader = reader;
  }

  /** Within a snapshot. @throws `COLLECTION.NOT_FOUND` */
  collection(name: string): OpenCollection {
    this.#forgetWhatChanged();
    const known = this.#collections.get(name);
    if (known) return known;
    const found = findCollection(this.#reader, name);
    this.#collections.set(name, found);
    return found;
  }

  /** Within a snapshot: number of the newest entry of the change log, of any collection. */
  newestSeq(): number {
    this.#forgetWhatChanged();
    return (this.#newestSeq ??= newestSeq(this.#reader));
  }

  #forgetWhatChanged(): void {
    const { snapshots } = this.#reader;
    if (snapshots === this.#snapshot) return;
    this.#snapshot = snapshots;
    // Of a connection that writes nothing itself.
    const dataVersion = numberIn(this.#reader.sql('PRAGMA data_version').get() ?? {}, 'data_version');
    if (dataVersion === this.#dataVersion) return;
    this.#dataVersion = dataVersion;
    this.#collections.clear();
    this.#newestSeq = undefined;
  }
}
