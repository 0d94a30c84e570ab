import type { Lane } from '@tributary/contracts';
import { matchesFilter, type NominateRequest, type Point, type QueryTerm, type TextAnalyser } from '../../index.js';
import { bm25Score, countStatistics, type Bm25 } from './bm25.js';
import { cosineOf } from './cosine.js';
import { fuzzyTermsOf } from './fuzzy-terms.js';

export interface ScoredId {
  readonly id: string;
  readonly score: number;
}

/** What an engine knows of language and of BM25. */
export interface LaneRules {
  readonly bm25: Bm25;
  readonly termOf: (word: string) => number | undefined;
  readonly analyser?: TextAnalyser;
}

/** Every admitted point’s score in a lane, best first, ties by id; undefined when the lane’s input is missing. Computed the slow and obvious way. */
export function scoresOfLane(
  lane: Lane,
  request: NominateRequest,
  { points, rules }: { readonly points: readonly Point[]; readonly rules: LaneRules },
): readonly ScoredId[] | undefined {
  const { filter = {}, vector, terms, words = [] } = request;
  const admitted = points.filter((point) => matchesFilter(filter, point, rules.analyser));
  const byTerms = (weighted: readonly QueryTerm[]) => {
    const statistics = countStatistics(points, weighted);
    return admitted.map((point) => ({ id: point.id, score: bm25Score(point, weighted, { statistics, bm25: rules.bm25 }) }));
  };
  if (lane === 'semantic') return vector && sorted(bySimilarity(admitted, vector));
  if (lane === 'keyword') return terms.length === 0 ? undefined : sorted(byTerms(terms).filter(({ score }) => score > 0));
  if (words.length === 0) return undefined;
  return sorted(byTerms(fuzzyTermsOf(words, { points, termOf: rules.termOf })).filter(({ score }) => score > 0));
}

/** Points without a vector are in no semantic ranking; the zero vector is like nothing. */
function bySimilarity(points: readonly Point[], query: Float32Array): readonly ScoredId[] {
  if (query.every((x) => x === 0)) return [];
  return points.flatMap(({ id, vector }) => (vector ? [{ id, score: cosineOf(query, vector) }] : []));
}

function sorted(scores: readonly ScoredId[]): readonly ScoredId[] {
  return scores.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
