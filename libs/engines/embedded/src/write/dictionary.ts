import { numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { numberOf, rowId } from '../store/row-ids.js';

/** Words kept in memory over all collections; beyond it the cache starts anew. */
const MOST_CACHED = 60_000;

/** Gives words of a collection their numbers, new ones inside the transaction that is open. */
export class Dictionary {
  readonly #writer: Connection;
  readonly #numbers = new Map<number, Map<string, number>>();
  #cached = 0;

  constructor(writer: Connection) {
    this.#writer = writer;
  }

  /** The numbers of distinct words, ascending. */
  numbersOf(words: Iterable<string>, collection: { readonly id: number; nextWord: number }): Uint32Array {
    const known = this.#numbersIn(collection.id);
    const numbers: number[] = [];
    for (const word of words) {
      let number = known.get(word);
      if (number === undefined) {
        number = this.#find(collection.id, word) ?? this.#add(collection, word);
        known.set(word, number);
        this.#cached++;
      }
      numbers.push(number);
    }
    return Uint32Array.from(new Set(numbers)).sort();
  }

  /** Forgets everything: after a rollback the numbers given in it are free again. */
  clear(): void {
    this.#numbers.clear();
    this.#cached = 0;
  }

  #numbersIn(collection: number): Map<string, number> {
    if (this.#cached > MOST_CACHED) this.clear();
    let known = this.#numbers.get(collection);
    if (!known) {
      known = new Map();
      this.#numbers.set(collection, known);
    }
    return known;
  }

  #find(collection: number, word: string): number | undefined {
    const row = this.#writer.sql('SELECT id FROM words WHERE collection = ? AND word = ?').get(collection, word);
    return row && numberOf(numberIn(row, 'id'));
  }

  #add(collection: { readonly id: number; nextWord: number }, word: string): number {
    const number = collection.nextWord++;
    this.#writer.sql('INSERT INTO words (id, collection, word) VALUES (?, ?, ?)').run(rowId(collection.id, number), collection.id, word);
    return number;
  }
}
