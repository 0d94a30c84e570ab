import type { WordModel } from '@tributary/embedding-port';
import type { WeighedWord } from '@tributary/ranking';

/** Share of what the words of a query tell that the model has to know for its vectors to count in full. */
const FULL_SENSE = 0.35;

/** How far the common model knows the words of a query, 0 to 1, by the share that it knows of what they tell. What names, numbers, identifiers and words of other languages than its own mean it
 *  knows by pieces only, which is as good as nothing (docs/adr/0131-what-the-model-does-not-know.md). */
export function senseOf(weighed: readonly WeighedWord[], words: WordModel): number {
  const all = totalOf(weighed);
  const known = totalOf(weighed.filter(({ word }) => words.knows(word)));
  return all === 0 ? 1 : Math.min(1, known / (FULL_SENSE * all));
}

/** What words weigh together. */
export function totalOf(words: readonly Pick<WeighedWord, 'weight'>[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}
