import { editDistanceWithin1 } from '@tributary/ranking';
import { HashIndex } from '../memory/hash-index.js';
import { SlotLists } from '../memory/slot-lists.js';
import { textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { rowId, rowIdsOf } from '../store/row-ids.js';
import { LEAST_SIMILARITY, wordSimilarity } from './word-similarity.js';

const SLICE = 3_000;
/** With a Dice coefficient of s, the shorter word has at least s / (2 − s) of the longer one’s bigrams. */
const LEAST_SHARE = LEAST_SIMILARITY / (2 - LEAST_SIMILARITY);

/** The words of a collection as written, found by likeness. Words only come; how many points contain one is the projection’s to say. */
export class Vocabulary {
  readonly #collection: number;
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #byLength = new Map<number, number[]>();
  readonly #bigrams = new HashIndex();
  readonly #bigramLists = new SlotLists({ withCounts: false });

  constructor(collection: number) {
    this.#collection = collection;
  }

  /** Reads the words that came since, in slices. */
  async prepare(reader: Connection): Promise<void> {
    while (this.#readSome(reader, SLICE) === SLICE) await new Promise(setImmediate);
  }

  complete(reader: Connection): void {
    while (this.#readSome(reader, SLICE) === SLICE);
  }

  find(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  textOf(number: number): string {
    return this.#words[number] ?? '';
  }

  /** Numbers of the words within one edit of a word, itself included. */
  withinOneEdit(word: string): readonly number[] {
    return [-1, 0, 1].flatMap((difference) =>
      (this.#byLength.get(word.length + difference) ?? []).filter((number) => editDistanceWithin1(word, this.textOf(number))),
    );
  }

  /** Numbers of the words that may stand for a word, with how alike they are. */
  similarTo(word: string): ReadonlyMap<number, number> {
    const candidates = new Set([...this.withinOneEdit(word), ...this.#sharingBigrams(word)]);
    const similar = new Map<number, number>();
    for (const number of candidates) {
      const similarity = wordSimilarity(word, this.textOf(number));
      if (similarity >= LEAST_SIMILARITY) similar.set(number, similarity);
    }
    return similar;
  }

  /** Words that share enough distinct bigrams to reach the least similarity. */
  #sharingBigrams(word: string): readonly number[] {
    const shared = new Map<number, number>();
    for (const bigram of bigramsOf(word)) {
      const list = this.#bigrams.find(bigram);
      if (list === undefined) continue;
      this.#bigramLists.forEach(list, (number) => {
        shared.set(number, (shared.get(number) ?? 0) + 1);
      });
    }
    // Repeated bigrams count once here and several times in the coefficient, so half of what is needed is asked for.
    const needed = Math.max(1, ((word.length - 1) * LEAST_SHARE) / 2);
    return [...shared].filter(([, count]) => count >= needed).map(([number]) => number);
  }

  #readSome(reader: Connection, limit: number): number {
    const { last } = rowIdsOf(this.#collection);
    const rows = reader
      .sql('SELECT id, word FROM words WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?')
      .all(rowId(this.#collection, this.#words.length), last, limit);
    for (const row of rows) this.#add(textIn(row, 'word'));
    return rows.length;
  }

  #add(word: string): void {
    const number = this.#words.push(word) - 1;
    this.#numbers.set(word, number);
    const sameLength = this.#byLength.get(word.length);
    if (sameLength) sameLength.push(number);
    else this.#byLength.set(word.length, [number]);
    for (const bigram of bigramsOf(word)) this.#bigramLists.append(this.#bigrams.findOrAdd(bigram), number);
  }
}

/** The distinct pairs of neighbouring letters, each as one number. */
function bigramsOf(word: string): ReadonlySet<number> {
  const bigrams = new Set<number>();
  for (let at = 1; at < word.length; at++) bigrams.add(((word.charCodeAt(at - 1) << 16) | word.charCodeAt(at)) >>> 0);
  return bigrams;
}
