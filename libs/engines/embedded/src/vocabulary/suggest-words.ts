import type { WordSuggestion } from '@tributary/engines-port';
import type { Projection } from '../projection/projection.js';

const MOST_SUGGESTIONS = 16;

/** The word itself where it is known, else the known words within one edit, most frequent first. */
export function suggestWords(word: string, projection: Projection): readonly WordSuggestion[] {
  const { vocabulary } = projection;
  const near = vocabulary
    .withinOneEdit(word)
    .map((number) => ({ word: vocabulary.textOf(number), documentFrequency: projection.wordCount(number) }))
    .filter(({ documentFrequency }) => documentFrequency > 0);
  const known = near.find((suggestion) => suggestion.word === word);
  if (known) return [known];
  return near.sort((a, b) => b.documentFrequency - a.documentFrequency || (a.word < b.word ? -1 : 1)).slice(0, MOST_SUGGESTIONS);
}
