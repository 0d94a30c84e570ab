import type { EvaluationSet } from './evaluation-set.js';
import { spreadEvenly } from './evenly.js';

/** The set with at most so many of its queries, spread evenly over the file, and the damaged ones that belong to them; its documents stay. */
export function sampleQueries(set: EvaluationSet, most: number): EvaluationSet {
  const { length } = set.queries;
  if (length <= most) return set;
  const isKept = spreadEvenly({ most, among: length });
  return { ...set, queries: set.queries.filter((_, at) => isKept(at)), damaged: set.damaged.filter((_, at) => isKept(at)) };
}
