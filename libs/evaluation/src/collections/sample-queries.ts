import type { EvaluationSet } from './evaluation-set.js';
import { spreadEvenly } from './evenly.js';

/** The set with at most so many of its queries, spread evenly over the file, and the damaged ones that belong to them; its documents stay. */
export function sampleQueries(set: EvaluationSet, most: number): EvaluationSet {
  const { length } = set.queries;
  if (length <= most) return set;
  const isKept = spreadEvenly({ most, among: length });
  const queries = set.queries.filter((_, at) => isKept(at));
  const ids = new Set(queries.map(({ id }) => id));
  return { ...set, queries, damaged: set.damaged.filter(({ id }) => ids.has(id)) };
}
