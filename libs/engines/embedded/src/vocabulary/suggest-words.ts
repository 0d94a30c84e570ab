import type { WordSuggestion } from '@tributary/engines-port';
import type { Projection } from '../projection/projection.js';

const MOST_SUGGESTIONS = 16;

/** The word itself where it is known, else the known words within one edit, most frequent first. */
export function suggestWords(word: string, projection: Projection): readonly WordSuggestion[] {
  const { vocabulary } = projection;
  const known = vocabulary.find(word);
  if (known !== undefined && projection.wordCount(known) > 0) return [{ word, documentFrequency: projection.wordCount(known) }];
  return vocabulary
    .withinOneEdit(word)
    .map((number) => ({ word: vocabulary.textOf(number), documentFrequency: projection.wordCount(number) }))
    .filter(({ documentFrequency }) => documentFrequency > 0)
    .sort((a, b) => b.documentFrequency - a.documentFrequency || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_SUGGESTIONS);
}
