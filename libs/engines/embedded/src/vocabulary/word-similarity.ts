import { bigramDice, editDistanceWithin1 } from '@tributary/ranking';

/** Words below this similarity are not taken for the query’s. */
export const LEAST_SIMILARITY = 0.7;

/** How much a word of the vocabulary may stand for a word of the query: 1 for the same, 1 − 1/length for one edit, else what the bigrams share. */
export function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const dice = bigramDice(a, b);
  return editDistanceWithin1(a, b) ? Math.max(dice, 1 - 1 / Math.max(a.length, b.length)) : dice;
}
