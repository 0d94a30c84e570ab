import type { Candidate, NominateResult } from '@tributary/engines-port';

/** What is not known of a foreign collection, as well as its candidates tell. While its words are not indexed it has no statistics: those of the candidates
 *  stand in. A candidate whose text was not looked at gets the common similarity that its own lane's score suggests. */
export function estimateSignals(result: NominateResult, termCount: number): NominateResult {
  const seen = result.candidates.filter(({ length }) => length > 0);
  return {
    ...result,
    statistics: result.statistics.points > 0 ? result.statistics : statisticsOf(seen, termCount),
    candidates: withCommon(result.candidates),
  };
}

/** True when nobody looked at the text of a candidate: its lane alone speaks for it. */
export function isUnseen({ length }: Pick<Candidate, 'length'>): boolean {
  return length === 0;
}

function statisticsOf(seen: readonly Candidate[], termCount: number): NominateResult['statistics'] {
  return {
    points: seen.length,
    totalLength: seen.reduce((sum, { length }) => sum + length, 0),
    documentFrequency: Array.from(
      { length: termCount },
      (_, term) => seen.filter(({ body, title }) => (body[term] ?? 0) + (title[term] ?? 0) > 0).length,
    ),
  };
}

function withCommon(candidates: readonly Candidate[]): readonly Candidate[] {
  const known = candidates.filter(({ similarity, commonSimilarity }) => similarity !== undefined && commonSimilarity !== undefined);
  const own = sum(known.map(({ similarity }) => similarity ?? 0));
  if (known.length === candidates.length || own <= 0) return candidates;
  const ratio = sum(known.map(({ commonSimilarity }) => commonSimilarity ?? 0)) / own;
  return candidates.map((candidate) => {
    const { similarity, commonSimilarity } = candidate;
    return similarity === undefined || commonSimilarity !== undefined || !isUnseen(candidate)
      ? candidate
      : { ...candidate, commonSimilarity: similarity * ratio };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
