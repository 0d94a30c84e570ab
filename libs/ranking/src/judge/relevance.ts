import { FITTED } from './fitted.js';

/** The probability that a passage at this level is relevant: a logistic function, 0 to 1, comparable across queries and collections. */
export function relevance(level: number): number {
  return 1 / (1 + Math.exp(-(FITTED.relevance.slope * level + FITTED.relevance.intercept)));
}

/** The best of many collections' chance hits is higher than that of one: the bound rises with each, up to a last one (docs/ranking.md has the error rates). */
const DOUBTFUL = { one: 0.07, each: 0.01, most: 0.13 };

/** Below this best relevance a list over so many collections is taken for one that answers nothing. */
export function doubtfulBelow(collections: number): number {
  return Math.min(DOUBTFUL.most, DOUBTFUL.one + DOUBTFUL.each * Math.max(0, collections - 1));
}
