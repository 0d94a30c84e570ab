import { editDistanceWithin1 } from '@tributary/ranking';
import { readSlots } from '../memory/block-cursor.js';
import { Uint32Column } from '../memory/columns.js';
import { HashIndex } from '../memory/hash-index.js';
import { SlotLists } from '../memory/slot-lists.js';
import { TextColumn } from '../memory/text-column.js';
import { textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { rowId, rowIdsOf } from '../store/row-ids.js';
import { LEAST_SIMILARITY, wordSimilarity } from './word-similarity.js';

const SLICE = 1_000;
/** With a Dice coefficient of s, the shorter word has at least s / (2 − s) of the longer one’s bigrams. */
const LEAST_SHARE = LEAST_SIMILARITY / (2 - LEAST_SIMILARITY);

/** The words of a collection as written, found by likeness. Words only come; how many points contain one is the projection’s to say. */
export class Vocabulary {
  readonly #collection: number;
  readonly #words = new TextColumn();
  readonly #byLength = new Map<number, Uint32Column>();
  readonly #bigrams = new HashIndex();
  readonly #bigramLists = new SlotLists();
  /** Scratch: bigrams shared by each word. */
  #shared = new Uint8Array(0);

  constructor(collection: number) {
    this.#collection = collection;
  }

  /** Reads the words that came since, in slices. */
  async prepare(reader: Connection): Promise<void> {
    while (this.#readSome(reader) === SLICE) await new Promise(setImmediate);
  }

  complete(reader: Connection): void {
    while (this.#readSome(reader) === SLICE);
  }

  textOf(number: number): string {
    return this.#words.at(number);
  }

  /** Numbers of the words within one edit of a word, itself included. */
  withinOneEdit(word: string): readonly number[] {
    return this.#perhapsOneEdit(word).filter((number) => editDistanceWithin1(word, this.textOf(number)));
  }

  /** Numbers of the words that may stand for a word, with how alike they are. */
  similarTo(word: string): ReadonlyMap<number, number> {
    const candidates = new Set([...this.#perhapsOneEdit(word), ...this.#sharing(word, leastSharedWhenAlike(word))]);
    const similar = new Map<number, number>();
    for (const number of candidates) {
      const similarity = wordSimilarity(word, this.textOf(number));
      if (similarity >= LEAST_SIMILARITY) similar.set(number, similarity);
    }
    return similar;
  }

  /** An edit changes at most three bigrams, so a word with more is found by those that stay; a shorter one by looking at all words of its length. */
  #perhapsOneEdit(word: string): readonly number[] {
    const staying = bigramsOf(word).size - 3;
    if (staying > 0) return this.#sharing(word, staying);
    return [-1, 0, 1].flatMap((difference) => [...(this.#byLength.get(word.length + difference)?.elements ?? [])]);
  }

  /** Words with at least so many of a word’s distinct bigrams. */
  #sharing(word: string, least: number): readonly number[] {
    const counts = this.#shared.length < this.#words.length ? (this.#shared = new Uint8Array(this.#words.length * 1.25)) : this.#shared;
    const seen: number[] = [];
    for (const bigram of bigramsOf(word)) {
      const list = this.#bigrams.find(bigram);
      if (list === undefined) continue;
      for (const cursor = this.#bigramLists.cursor(list); cursor.next();) {
        const length = cursor.read();
        for (let i = 0; i < length; i++) {
          const number = readSlots[i] ?? 0;
          const count = (counts[number] ?? 0) + 1;
          counts[number] = count;
          if (count === least) seen.push(number);
        }
      }
    }
    counts.fill(0);
    return seen;
  }

  #readSome(reader: Connection): number {
    const { last } = rowIdsOf(this.#collection);
    const rows = reader
      .sql(`SELECT word FROM words WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ${SLICE.toString()}`)
      .all(rowId(this.#collection, this.#words.length), last);
    for (const row of rows) this.#add(textIn(row, 'word'));
    return rows.length;
  }

  #add(word: string): void {
    const number = this.#words.push(word);
    let sameLength = this.#byLength.get(word.length);
    if (!sameLength) this.#byLength.set(word.length, (sameLength = new Uint32Column()));
    sameLength.push(number);
    for (const bigram of bigramsOf(word)) this.#bigramLists.append(this.#bigrams.findOrAdd(bigram), number);
  }
}

/** How many distinct bigrams a word must share with one that is alike enough: the Dice coefficient counts a repeated one as often as it occurs. */
function leastSharedWhenAlike(word: string): number {
  const pairs = word.length - 1;
  const repeated = pairs - bigramsOf(word).size;
  return Math.max(1, Math.ceil(pairs * LEAST_SHARE) - repeated);
}

/** The distinct pairs of neighbouring letters, each as one number. */
function bigramsOf(word: string): ReadonlySet<number> {
  const bigrams = new Set<number>();
  for (let at = 1; at < word.length; at++) bigrams.add(((word.charCodeAt(at - 1) << 16) | word.charCodeAt(at)) >>> 0);
  return bigrams;
}
