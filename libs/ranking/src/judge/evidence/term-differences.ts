import { sum } from '../sum.js';
import type { TermCounts } from './term-counts.js';

/** How collections differ in how many of their points contain a term. */
export interface TermDifferences {
  /** Share of the points of all collections that contain it, above 0 and below 1. */
  readonly rate: number;
  /** Cochran's Q: squared differences between what each collection has and what that rate lets expect, in units of their variance. */
  readonly q: number;
  /** What chance makes of Q: one less than there are collections. */
  readonly degrees: number;
}

/** Undefined where the term tells nothing: no point contains it, or every one. @param counts of collections with points */
export function differencesIn(term: number, counts: readonly TermCounts[]): TermDifferences | undefined {
  const found = counts.map(({ points, documentFrequency }) => ({ points, with: documentFrequency[term] ?? 0 }));
  const rate = sum(found.map((one) => one.with)) / sum(found.map((one) => one.points));
  if (!(rate > 0 && rate < 1)) return undefined;
  const q = sum(found.map((one) => (one.with - one.points * rate) ** 2 / (one.points * rate * (1 - rate))));
  return { rate, q, degrees: counts.length - 1 };
}
