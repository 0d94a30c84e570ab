import { FITTED } from './fitted.js';

/** The probability that a passage at this level is relevant: a logistic function, 0 to 1, comparable across queries and collections. */
export function relevance(level: number): number {
  return 1 / (1 + Math.exp(-(FITTED.relevance.slope * level + FITTED.relevance.intercept)));
}
