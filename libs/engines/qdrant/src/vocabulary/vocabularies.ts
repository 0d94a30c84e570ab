import { mostFrequent, type QueryTerm, type WordSuggestion } from '@tributary/engines-port';
import { own } from '../points/layout.js';
import type { Call, PointStore } from '../points/point-store.js';
import { Vocabulary, type CountedWord } from './vocabulary.js';

const SHORTEST_WORD = 4;
/** Words of the vocabulary that may stand for one word of the query. */
const MOST_WORDS = 16;
/** A vocabulary of more words than this is not read for every query. */
const SMALL = 20_000;
const KEPT_MS = 30_000;

/** Of a vocabulary of more, the most frequent words are those whose forms are worth looking for. */
const MOST_FREQUENT = 50_000;

interface Kept<Words> {
  readonly words: Words;
  readonly endsAt: number;
}

/** The words of each collection, read from the index the server keeps of them. */
export class Vocabularies {
  readonly #store: PointStore;
  readonly #kept = new Map<string, Kept<Vocabulary>>();
  readonly #frequent = new Map<string, Kept<readonly CountedWord[]>>();

  constructor(store: PointStore) {
    this.#store = store;
  }

  /** For each word itself where it is known, else the known words within one edit, most frequent first. Whether a word is known is never answered from
   *  memory; which ones are near may be, in a big collection. */
  async suggest(words: readonly string[], call: Call): Promise<readonly (readonly WordSuggestion[])[]> {
    const known = await Promise.all(words.map((word) => this.#count(word, call)));
    const vocabulary = known.includes(0) ? await this.#open(call) : undefined;
    return words.map((word, i) => {
      const documentFrequency = known[i] ?? 0;
      return documentFrequency > 0 ? [{ word, documentFrequency }] : near(word, vocabulary);
    });
  }

  /** For each beginning the words that begin so, most frequent first; in a big collection as they were up to half a minute ago. */
  async beginning(beginnings: readonly string[], call: Call): Promise<readonly (readonly WordSuggestion[])[]> {
    const words = await this.#mostFrequent(call);
    return beginnings.map((beginning) => mostFrequent(words.filter(({ word }) => word.startsWith(beginning)).map(suggestionOf)));
  }

  /** The terms of the words that resemble the query’s, weighted by how much they do. */
  async fuzzyTerms(
    words: readonly string[],
    { termOf, ...call }: Call & { readonly termOf: (word: string) => number | undefined },
  ): Promise<readonly QueryTerm[]> {
    const long = [...new Set(words)].filter(({ length }) => length >= SHORTEST_WORD);
    if (long.length === 0) return [];
    const vocabulary = await this.#open(call);
    const weights = new Map<number, number>();
    for (const { word, likeness } of long.flatMap((word) => bestOf(word, vocabulary))) {
      const id = termOf(word);
      if (id !== undefined) weights.set(id, Math.max(likeness, weights.get(id) ?? 0));
    }
    return [...weights].map(([id, weight]) => ({ id, weight }));
  }

  /** Forgets the words of a collection. */
  forget(collection: string): void {
    this.#kept.delete(collection);
    this.#frequent.delete(collection);
  }

  async #open(call: Call): Promise<Vocabulary> {
    const kept = wordsOf(this.#kept.get(call.collection));
    if (kept) return kept;
    const counted = await this.#read(call);
    const words = new Vocabulary(counted);
    this.#keep(this.#kept, call.collection, { words, size: counted.length });
    return words;
  }

  async #mostFrequent(call: Call): Promise<readonly CountedWord[]> {
    const kept = wordsOf(this.#frequent.get(call.collection));
    if (kept) return kept;
    const words = await this.#read({ ...call, limit: MOST_FREQUENT });
    this.#keep(this.#frequent, call.collection, { words, size: words.length });
    return words;
  }

  /** Small ones are read for every query: what was just written is in them. */
  #keep<Words>(
    kept: Map<string, Kept<Words>>,
    collection: string,
    { words, size }: { readonly words: Words; readonly size: number },
  ): void {
    if (size > SMALL) kept.set(collection, { words, endsAt: performance.now() + KEPT_MS });
    else kept.delete(collection);
  }

  async #read(call: Call & { readonly limit?: number }): Promise<readonly CountedWord[]> {
    const hits = await this.#store.facet(own('words'), call);
    return hits.map(({ value, count }) => ({ word: String(value), count }));
  }

  #count(word: string, call: Call): Promise<number> {
    return this.#store.count({ must: [{ key: own('words'), match: { value: word.toWellFormed() } }] }, call);
  }
}

function wordsOf<Words>(kept: Kept<Words> | undefined): Words | undefined {
  return kept && kept.endsAt > performance.now() ? kept.words : undefined;
}

function near(word: string, vocabulary: Vocabulary | undefined): readonly WordSuggestion[] {
  return mostFrequent((vocabulary?.withinOneEdit(word) ?? []).map(suggestionOf));
}

function suggestionOf({ word, count }: CountedWord): WordSuggestion {
  return { word, documentFrequency: count };
}

function bestOf(word: string, vocabulary: Vocabulary) {
  return vocabulary
    .alike(word)
    .toSorted((a, b) => b.likeness - a.likeness || b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_WORDS);
}
