import type { WordSuggestion } from './engine.js';

/** Words that a vocabulary answers with at most. */
const MOST_WORDS = 16;

/** Words that occur, most frequent first, at most 16. */
export function mostFrequent(words: readonly WordSuggestion[]): readonly WordSuggestion[] {
  return words
    .filter(({ documentFrequency }) => documentFrequency > 0)
    .sort((a, b) => b.documentFrequency - a.documentFrequency || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_WORDS);
}
