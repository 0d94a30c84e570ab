import type { QueryTerm, WordSuggestion } from '@tributary/engines-port';
import { own } from '../points/layout.js';
import type { Call, PointStore } from '../points/point-store.js';
import { Vocabulary } from './vocabulary.js';

const SHORTEST_WORD = 4;
/** Words of the vocabulary that may stand for one word of the query. */
const MOST_WORDS = 16;
const MOST_SUGGESTIONS = 16;
/** A vocabulary of more words than this is not read for every query. */
const SMALL = 20_000;
const KEPT_MS = 30_000;

interface Kept {
  readonly vocabulary: Vocabulary;
  readonly endsAt: number;
}

/** The words of each collection, read from the index the server keeps of them. */
export class Vocabularies {
  readonly #store: PointStore;
  readonly #kept = new Map<string, Kept>();

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
  }

  async #open(call: Call): Promise<Vocabulary> {
    const kept = this.#kept.get(call.collection);
    if (kept && kept.endsAt > performance.now()) return kept.vocabulary;
    const hits = await this.#store.facet(own('words'), call);
    const vocabulary = new Vocabulary(hits.map(({ value, count }) => ({ word: String(value), count })));
    if (hits.length > SMALL) this.#kept.set(call.collection, { vocabulary, endsAt: performance.now() + KEPT_MS });
    else this.#kept.delete(call.collection);
    return vocabulary;
  }

  #count(word: string, call: Call): Promise<number> {
    return this.#store.count({ must: [{ key: own('words'), match: { value: word.toWellFormed() } }] }, call);
  }
}

function near(word: string, vocabulary: Vocabulary | undefined): readonly WordSuggestion[] {
  return (vocabulary?.withinOneEdit(word) ?? [])
    .map(({ word: other, count }) => ({ word: other, documentFrequency: count }))
    .sort((a, b) => b.documentFrequency - a.documentFrequency || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_SUGGESTIONS);
}

function bestOf(word: string, vocabulary: Vocabulary) {
  return vocabulary
    .alike(word)
    .toSorted((a, b) => b.likeness - a.likeness || b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_WORDS);
}
