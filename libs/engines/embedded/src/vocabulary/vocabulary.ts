import { numberIn, textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { numberOf, rowId, rowIdsOf } from '../store/row-ids.js';
import { forgottenIn } from '../write/collection-rows.js';
import { WordList } from './word-list.js';

const SLICE = 1_000;
/** A list of which a larger share than this, and at least so many words, were forgotten since it was begun is read anew. */
const MOST_FORGOTTEN = 0.5;
const MANY_FORGOTTEN = 1_000;

/** A list on its way, or up to date. */
interface ReadWords {
  readonly words: WordList;
  /** Words the collection had ever forgotten when the list was begun. */
  readonly forgotten: number;
  /** First row id that is not in it. */
  next: number;
}

/** The words of a collection as written, in memory: read when first asked for, and followed by what comes. Words that the store has forgotten since stay in it
 *  until it is read anew; no point contains them, so nobody is offered one. How many points contain a word is the projection’s to say. */
export class Vocabulary {
  readonly #collection: number;
  #read: ReadWords | undefined;
  #isRenewing = false;

  constructor(collection: number) {
    this.#collection = collection;
  }

  /** Reads the words that came since, in slices. */
  async prepare(reader: Connection): Promise<void> {
    const read = (this.#read ??= this.#begin(reader));
    await this.#follow(read, reader);
    const forgotten = this.#forgotten(reader) - read.forgotten;
    if (forgotten > Math.max(MANY_FORGOTTEN, MOST_FORGOTTEN * read.words.length)) void this.#renew(reader);
  }

  /** Within a snapshot: the words of that moment. Synchronous. */
  complete(reader: Connection): WordList {
    const read = (this.#read ??= this.#begin(reader));
    while (this.#readSome(read, reader) === SLICE);
    return read.words;
  }

  #begin(reader: Connection): ReadWords {
    return { words: new WordList(), forgotten: this.#forgotten(reader), next: rowId(this.#collection, 0) };
  }

  async #follow(read: ReadWords, reader: Connection): Promise<void> {
    while (this.#readSome(read, reader) === SLICE) await new Promise(setImmediate);
  }

  /** The present list goes on answering meanwhile. */
  async #renew(reader: Connection): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    try {
      const renewed = this.#begin(reader);
      await this.#follow(renewed, reader);
      this.#read = renewed;
    } catch {
      // The present one is right, only larger than it need be; the next search tries again.
    } finally {
      this.#isRenewing = false;
    }
  }

  #forgotten(reader: Connection): number {
    const row = reader.sql('SELECT * FROM collections WHERE id = ?').get(this.#collection);
    return row ? forgottenIn(row) : 0;
  }

  #readSome(read: ReadWords, reader: Connection): number {
    const { last } = rowIdsOf(this.#collection);
    const rows = reader
      .sql(`SELECT id, word FROM words WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ${SLICE.toString()}`)
      .all(read.next, last);
    for (const row of rows) {
      const id = numberIn(row, 'id');
      read.words.add(textIn(row, 'word'), numberOf(id));
      read.next = id + 1;
    }
    return rows.length;
  }
}
