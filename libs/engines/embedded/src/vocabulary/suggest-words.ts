import { mostFrequent, type WordSuggestion } from '@tributary/engines-port';
import type { Projection } from '../projection/projection.js';

/** The word itself where it is known, else the known words within one edit, most frequent first. */
export function suggestWords(word: string, projection: Projection): readonly WordSuggestion[] {
  const { vocabulary } = projection;
  const near = mostFrequent(
    vocabulary.withinOneEdit(word).map((number) => ({ word: vocabulary.textOf(number), documentFrequency: projection.wordCount(number) })),
  );
  const known = near.find((suggestion) => suggestion.word === word);
  return known ? [known] : near;
}
