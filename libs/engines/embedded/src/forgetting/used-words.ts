import { Bitmap } from '../memory/bitmap.js';
import { blobIn, numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { LaneRowReader } from '../store/lane-row.js';
import { rowIdsOf } from '../store/row-ids.js';

/** Points between two looks at the clock. */
const AT_ONCE = 50;
/** Points that came last and are read within a transaction. */
const MOST_NEW = 1_000;

/** The words that occur in the points of a collection. A point never changes and its slot is greater than any before it, so whoever reads forward and
 *  reaches the end has met every word in use; that words of points removed meanwhile count as well only keeps these for another time. */
export class UsedWords {
  readonly #last: number;
  readonly #lane: LaneRowReader;
  readonly #numbers = new Bitmap();
  /** First row id that is not read. */
  #next: number;

  constructor({ id, dimension }: { readonly id: number; readonly dimension: number }) {
    const { first, last } = rowIdsOf(id);
    this.#next = first;
    this.#last = last;
    this.#lane = new LaneRowReader(dimension);
  }

  has(word: number): boolean {
    return this.#numbers.has(word);
  }

  /** Reads on, of what is committed, for some milliseconds. @returns whether it reached the end */
  read(connection: Connection, forMs: number): boolean {
    const endsAt = performance.now() + forMs;
    do {
      const { read, last } = this.#take(connection, AT_ONCE);
      if (last !== undefined) this.#next = last + 1;
      if (read < AT_ONCE) return true;
    } while (performance.now() < endsAt);
    return false;
  }

  /** Within a transaction: adds the words of what was written since, also by the transaction itself. They are read again the next time, since it may be undone and
   *  its slots given to others. @returns false when there are too many to read them here */
  addNew(writer: Connection): boolean {
    return this.#take(writer, MOST_NEW).read < MOST_NEW;
  }

  #take(connection: Connection, limit: number): { readonly read: number; readonly last: number | undefined } {
    const rows = connection
      .sql('SELECT slot, lane FROM lanes WHERE slot BETWEEN ? AND ? ORDER BY slot LIMIT ?')
      .all(this.#next, this.#last, limit);
    for (const row of rows) {
      this.#lane.read(blobIn(row, 'lane') ?? new Uint8Array()).forEachWord((word) => {
        this.#numbers.add(word);
      });
    }
    const newest = rows.at(-1);
    return { read: rows.length, last: newest && numberIn(newest, 'slot') };
  }
}
