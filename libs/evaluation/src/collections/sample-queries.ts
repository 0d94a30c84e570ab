import type { EvaluationSet } from './evaluation-set.js';

/** The set with at most so many of its queries, spread evenly over the file, and the damaged ones that belong to them; its documents stay. */
export function sampleQueries(set: EvaluationSet, most: number): EvaluationSet {
  const { length } = set.queries;
  if (length <= most) return set;
  const isKept = (_: unknown, at: number) => Math.floor(((at + 1) * most) / length) > Math.floor((at * most) / length);
  return { ...set, queries: set.queries.filter(isKept), damaged: set.damaged.filter(isKept) };
}
