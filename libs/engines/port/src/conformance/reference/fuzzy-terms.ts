import { wordsOf, type Point, type QueryTerm } from '../../index.js';
import { wordLikeness } from './word-likeness.js';

const SHORTEST_WORD = 4;
const LEAST_LIKENESS = 0.7;
const MOST_WORDS = 16;

/** The terms behind the fuzzy lane: for each query word of at least four letters the 16 words of the vocabulary most like it (likeness at least
 *  0.7; then the more frequent; then by the alphabet), each word’s term weighted by the likeness. */
export function fuzzyTermsOf(
  words: readonly string[],
  { points, termOf }: { readonly points: readonly Point[]; readonly termOf: (word: string) => number | undefined },
): readonly QueryTerm[] {
  const vocabulary = countWords(points);
  const weights = new Map<number, number>();
  for (const word of words.filter(({ length }) => length >= SHORTEST_WORD)) {
    for (const [text, likeness] of mostAlike(word, vocabulary)) {
      const id = termOf(text);
      if (id !== undefined) weights.set(id, Math.max(weights.get(id) ?? 0, likeness));
    }
  }
  return [...weights].map(([id, weight]) => ({ id, weight }));
}

/** Points that contain each word. */
export function countWords(points: readonly Point[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of points.flatMap(({ features }) => [...new Set(wordsOf(features))])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function mostAlike(word: string, vocabulary: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...vocabulary]
    .map(([text, count]) => ({ text, count, likeness: wordLikeness(word, text) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(({ text, likeness }) => [text, likeness] as const);
}
