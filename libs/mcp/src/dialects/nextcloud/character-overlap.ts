import { bigramDice } from '@tributary/ranking';

/** Words that share at least this much of their pairs of letters are taken for the same. */
const ALIKE = 0.7;

/** How well a text has the words of a query, typing mistakes allowed: the mean, over the words of the query, of the likeness of the most similar word of
 *  the text, where that is at least 0.7, else 0. Likeness is the share of common pairs of neighbouring letters, so their order counts.
 *  @param words of the query, lower case @returns 0 to 1 */
export function characterOverlap(words: readonly string[], text: string): number {
  if (words.length === 0) return 0;
  const there = wordsOf(text);
  const likenesses = words.map((word) => likenessIn(word, there));
  return likenesses.reduce((sum, likeness) => sum + likeness, 0) / words.length;
}

function likenessIn(word: string, there: ReadonlySet<string>): number {
  if (there.has(word)) return 1;
  let best = 0;
  for (const other of there) best = Math.max(best, bigramDice(word, other));
  return best >= ALIKE ? best : 0;
}

/** The distinct words of a text, lower case. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
}
