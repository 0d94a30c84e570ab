/** How `match.text` reads texts. */
export interface TextAnalyser {
  /** Words that can be found in a field: each word whole, and the parts of identifiers. */
  fieldWords(text: string): Iterable<string>;
  /** Words that must all occur, each whole or by all its parts. */
  queryWords(text: string): Iterable<QueryWord>;
}

export interface QueryWord {
  readonly whole: string;
  /** Empty for a word that has none. */
  readonly parts: readonly string[];
}

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
// getHTTPUrl2 -> get, HTTP, Url, 2. Bounded: capitals that a small letter follows are given back one by one, once.
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}|\p{N}+/gu;

/** Lower-case Unicode words; identifiers are found whole and by their parts (camelCase, snake_case, digits). */
export const plainTextAnalyser: TextAnalyser = {
  *fieldWords(text) {
    for (const word of wordsOf(text)) {
      yield word.toLowerCase();
      yield* partsOf(word);
    }
  },
  *queryWords(text) {
    for (const word of wordsOf(text)) {
      const parts = partsOf(word);
      yield { whole: word.toLowerCase(), parts: parts.length > 1 ? parts : [] };
    }
  },
};

function wordsOf(text: string): readonly string[] {
  return text.normalize('NFKC').match(WORD) ?? [];
}

function partsOf(word: string): readonly string[] {
  return (word.match(PART) ?? []).map((part) => part.toLowerCase());
}
