import { editDistanceWithin1 } from '@tributary/ranking';
import { readSlots } from '../memory/block-cursor.js';
import { Uint32Column } from '../memory/columns.js';
import { HashIndex } from '../memory/hash-index.js';
import { SlotLists } from '../memory/slot-lists.js';
import { TextColumn } from '../memory/text-column.js';
import { LEAST_SIMILARITY, wordSimilarity } from './word-similarity.js';

/** With a Dice coefficient of s, the shorter word has at least s / (2 − s) of the longer one’s bigrams. */
const LEAST_SHARE = LEAST_SIMILARITY / (2 - LEAST_SIMILARITY);

/** Words found by likeness. Each has a place, counted from 0 in the order they came, and beside it the number it has in its collection, of which some are missing. */
export class WordList {
  readonly #words = new TextColumn();
  readonly #numbers = new Uint32Column();
  readonly #byLength = new Map<number, Uint32Column>();
  readonly #bigrams = new HashIndex();
  readonly #bigramLists = new SlotLists();
  /** Scratch: bigrams shared by each word. */
  #shared = new Uint8Array(0);

  get length(): number {
    return this.#words.length;
  }

  /** Adds a word; numbers ascend. */
  add(word: string, number: number): void {
    const place = this.#words.push(word);
    this.#numbers.push(number);
    let sameLength = this.#byLength.get(word.length);
    if (!sameLength) this.#byLength.set(word.length, (sameLength = new Uint32Column()));
    sameLength.push(place);
    for (const bigram of bigramsOf(word)) this.#bigramLists.append(this.#bigrams.findOrAdd(bigram), place);
  }

  textAt(place: number): string {
    return this.#words.at(place);
  }

  /** The number in its collection of the word at a place. */
  numberAt(place: number): number {
    return this.#numbers.at(place);
  }

  /** Places of the words within one edit of a word, itself included. */
  withinOneEdit(word: string): readonly number[] {
    return this.#perhapsOneEdit(word).filter((place) => editDistanceWithin1(word, this.textAt(place)));
  }

  /** Places of the words that may stand for a word, with how alike they are. */
  similarTo(word: string): ReadonlyMap<number, number> {
    const candidates = new Set([...this.#perhapsOneEdit(word), ...this.#sharing(word, leastSharedWhenAlike(word))]);
    const similar = new Map<number, number>();
    for (const place of candidates) {
      const similarity = wordSimilarity(word, this.textAt(place));
      if (similarity >= LEAST_SIMILARITY) similar.set(place, similarity);
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
    const counts = this.#shared.length < this.length ? (this.#shared = new Uint8Array(this.length * 1.25)) : this.#shared;
    const seen: number[] = [];
    for (const bigram of bigramsOf(word)) {
      const list = this.#bigrams.find(bigram);
      if (list === undefined) continue;
      for (const cursor = this.#bigramLists.cursor(list); cursor.next();) {
        const length = cursor.read();
        for (let i = 0; i < length; i++) {
          const place = readSlots[i] ?? 0;
          const count = (counts[place] ?? 0) + 1;
          counts[place] = count;
          if (count === least) seen.push(place);
        }
      }
    }
    counts.fill(0);
    return seen;
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
