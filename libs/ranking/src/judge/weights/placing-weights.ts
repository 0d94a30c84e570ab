import type { JudgedTerm } from '../evidence/lexical.js';
import { sum } from '../sum.js';
import type { TermCounts } from '../evidence/term-counts.js';
import { differencesIn } from '../evidence/term-differences.js';

/** A word that differs by so much of its mean rate between collections (a coefficient of variation) tells them apart. */
const TELLS_FROM = 0.5;

/** The terms as they weigh where collections are placed among each other. Words that only ask tell of the kind of text that answers, as far as collections differ in how
 *  often they use them: code from documentation, but not one part of a corpus from another. @param counts of each collection, in the order of the terms */
export function placingTerms(terms: readonly JudgedTerm[], counts: readonly TermCounts[]): readonly JudgedTerm[] {
  return terms.map((term, at) => {
    const { weight, placingWeight = weight } = term;
    if (placingWeight === weight) return term;
    const telling = Math.min(1, variationBetween(counts, at) / TELLS_FROM);
    return { ...term, weight: weight + telling * (placingWeight - weight) };
  });
}

/** Coefficient of variation of the share of points that contain a term, between collections, without what chance brings in collections of these sizes (the method of moments
 *  of DerSimonian and Laird, 1986). */
function variationBetween(counts: readonly TermCounts[], term: number): number {
  const filled = counts.filter(({ points }) => points > 0);
  const differences = differencesIn(term, filled);
  if (differences === undefined) return 0;
  const { rate, q, degrees } = differences;
  const points = sum(filled.map((one) => one.points));
  const effective = points - sum(filled.map((one) => one.points ** 2)) / points;
  if (effective <= 0) return 0;
  const variance = (Math.max(0, q - degrees) * rate * (1 - rate)) / effective;
  return Math.sqrt(variance) / rate;
}
