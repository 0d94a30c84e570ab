import type { WordModel } from '@tributary/embedding-port';
import type { WeighedWord } from '@tributary/ranking';

/** Share of what the words of a query tell that the model has to know for its vectors to count in full. */
const FULL_SENSE = 0.35;

/** The model has small numbers as words, and vectors of them tell nothing. */
const NUMBER = /^\p{N}+$/u;

/** How far the common model knows the words of a query, 0 to 1, by the share that it knows of what they tell. What names, numbers, identifiers and words of other languages than its own mean it
 *  knows by pieces only, which is as good as nothing (docs/adr/0131-what-the-model-does-not-know.md).
 *  @param codes what codes of the query tell, of which the words are parts */
export function senseOf(weighed: readonly WeighedWord[], words: WordModel, codes = 0): number {
  const all = totalOf(weighed) + codes;
  const known = totalOf(weighed.filter(({ word }) => words.knows(word) && !NUMBER.test(word)));
  return all === 0 ? 1 : Math.min(1, known / (FULL_SENSE * all));
}

/** What words weigh together. */
export function totalOf(words: readonly Pick<WeighedWord, 'weight'>[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}
