import { FITTED } from '../weights/fitted.js';
import type { JudgedCollection } from '../evidence/signals.js';
import type { TermCounts } from '../evidence/term-counts.js';

/** The nine evaluation sets together hold about so many passages: how chance grows beyond was not measured. */
const MEASURED = 40_000;

interface SearchedCollection extends Pick<JudgedCollection, 'isSampled'> {
  readonly counts: Pick<TermCounts, 'points'>;
}

/** What chance reaches in each of the collections of a search. Each is as likely as the others to be the right one, so a passage stands out among those of its own
 *  collection as often as there are collections that hold any: as in the whole where these are parts of one corpus, and among few in a small one beside large ones. */
export function chanceLevels(collections: readonly SearchedCollection[]): readonly number[] {
  const holding = collections.filter(({ counts }) => counts.points > 0).length;
  return collections.map((one) => chanceLevel(holding * passagesOf(one)));
}

/** What chance reaches in each of the collections by itself. */
export function ownChanceLevels(collections: readonly SearchedCollection[]): readonly number[] {
  return collections.map((one) => chanceLevel(passagesOf(one)));
}

/** Of a sampled one nobody knows how many there are. */
function passagesOf({ counts, isSampled = false }: SearchedCollection): number {
  return isSampled ? MEASURED : counts.points;
}

/** How high chance reaches among so many passages, as a multiple of what it does for one: the greatest of n chance values grows as √(ln n) (Leadbetter, Lindgren &
 *  Rootzén 1983), here as far as was measured. In tenths, which do not tell somebody who may see a part of them how many there are. */
export function chanceLevel(passages: number): number {
  const known = Math.min(Math.max(1, passages), MEASURED);
  return Math.round(10 * Math.sqrt(Math.log(known - 1 + Math.E))) / 10;
}

/** The probability that a passage at this level is relevant: a logistic function of the level as a multiple of that of chance, 0 to 1, comparable across queries and
 *  collections. */
export function relevance(level: number, chance: number): number {
  return 1 / (1 + Math.exp(-((FITTED.relevance.slope * level) / chance + FITTED.relevance.intercept)));
}

/** Below this best relevance a list is taken for one that answers nothing (docs/ranking.md has the error rates). */
export const DOUBTFUL_BELOW = 0.08;
