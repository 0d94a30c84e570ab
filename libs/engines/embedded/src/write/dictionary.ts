import { numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { numberOf, rowId } from '../store/row-ids.js';
import { WordCache } from './word-cache.js';

/** Collections whose words are kept in memory. */
const MOST_CACHES = 4;

interface GrowingCollection {
  readonly id: number;
  nextWord: number;
  readonly forgottenWords: number;
}

/** The words of a collection as it was when so many of them had been forgotten. */
interface KnownWords {
  readonly forgotten: number;
  readonly cache: WordCache;
}

/** Gives words of a collection their numbers, new ones inside the transaction that is open. */
export class Dictionary {
  readonly #writer: Connection;
  readonly #known = new Map<number, KnownWords>();
  #numbers = new Uint32Array(256);

  constructor(writer: Connection) {
    this.#writer = writer;
  }

  /** The numbers of words, ascending, each once; valid until the next call. */
  numbersOf(words: readonly string[], collection: GrowingCollection): Uint32Array {
    const cache = this.#cacheOf(collection);
    if (words.length > this.#numbers.length) this.#numbers = new Uint32Array(words.length * 2);
    words.forEach((word, i) => {
      this.#numbers[i] = this.#numberOf(word, collection, cache);
    });
    return withoutRepeats(this.#numbers.subarray(0, words.length).sort());
  }

  /** Forgets everything: after a rollback the numbers given in it are free again. */
  clear(): void {
    this.#known.clear();
  }

  /** Whoever forgot words since, in whichever process, took numbers away that are known here. */
  #cacheOf({ id, forgottenWords: forgotten }: GrowingCollection): WordCache {
    const before = this.#known.get(id);
    const known = before?.forgotten === forgotten ? before : { forgotten, cache: new WordCache() };
    // Used last goes last.
    this.#known.delete(id);
    this.#known.set(id, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_CACHES && oldest !== undefined) this.#known.delete(oldest);
    return known.cache;
  }

  #numberOf(word: string, collection: GrowingCollection, cache: WordCache): number {
    const cached = cache.get(word);
    if (cached !== undefined) return cached;
    const known = cache.holdsAll(collection.nextWord - collection.forgottenWords) ? undefined : this.#find(collection.id, word);
    const number = known ?? this.#add(collection, word);
    cache.set(word, number);
    return number;
  }

  #find(collection: number, word: string): number | undefined {
    const row = this.#writer.sql('SELECT id FROM words WHERE collection = ? AND word = ?').get(collection, word);
    return row && numberOf(numberIn(row, 'id'));
  }

  #add(collection: GrowingCollection, word: string): number {
    const number = collection.nextWord++;
    this.#writer.sql('INSERT INTO words (id, collection, word) VALUES (?, ?, ?)').run(rowId(collection.id, number), collection.id, word);
    return number;
  }
}

function withoutRepeats(sorted: Uint32Array): Uint32Array {
  let kept = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i] ?? 0;
  }
  return sorted.subarray(0, kept);
}
