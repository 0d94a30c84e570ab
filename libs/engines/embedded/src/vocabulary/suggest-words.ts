import { mostFrequent, type WordSuggestion } from '@tributary/engines-port';
import type { Projection } from '../projection/projection.js';
import type { WordList } from './word-list.js';

/** The word itself where it is known, else the known words within one edit, most frequent first. */
export function suggestWords(
  word: string,
  { words, projection }: { readonly words: WordList; readonly projection: Projection },
): readonly WordSuggestion[] {
  const near = mostFrequent(
    words
      .withinOneEdit(word)
      .map((place) => ({ word: words.textAt(place), documentFrequency: projection.wordCount(words.numberAt(place)) })),
  );
  const known = near.find((suggestion) => suggestion.word === word);
  return known ? [known] : near;
}
