/** Two judgments of the same hits. */
export interface TwoJudgments {
  readonly first: readonly number[];
  /** On any scale; undefined where the second judge said nothing. */
  readonly second: readonly (number | undefined)[];
  /** How much the second counts beside the first. */
  readonly weight: number;
}

/** first + weight × second, each in standard deviations from its mean over the hits that both judged, so that neither scale matters.
 *  @returns one score per hit, undefined where there is no second judgment */
export function mixScores({ first, second, weight }: TwoJudgments): readonly (number | undefined)[] {
  const both = second.flatMap((score, at) => (score === undefined ? [] : [{ at, first: first[at] ?? 0, second: score }]));
  const [own, other] = [standardise(both.map((hit) => hit.first)), standardise(both.map((hit) => hit.second))];
  const mixed = new Array<number | undefined>(first.length).fill(undefined);
  both.forEach(({ at }, i) => (mixed[at] = (own[i] ?? 0) + weight * (other[i] ?? 0)));
  return mixed;
}

/** Hits that are judged anew exchange places among themselves: the highest of their old scores goes to the best of them, and so on, so that the new scores
 *  compare with those of all other hits. @returns one score per hit */
export function dealOut(first: readonly number[], mixed: readonly (number | undefined)[]): readonly number[] {
  const judged = mixed.flatMap((score, at) => (score === undefined ? [] : [{ at, score, first: first[at] ?? 0 }]));
  const scores = judged.map((hit) => hit.first).sort((a, b) => b - a);
  const dealt = [...first];
  const best = judged.toSorted((a, b) => b.score - a.score || b.first - a.first || a.at - b.at);
  best.forEach(({ at }, place) => (dealt[at] = scores[place] ?? 0));
  return dealt;
}

/** All zero where the values do not differ. */
function standardise(values: readonly number[]): readonly number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
  return values.map((value) => (spread > 1e-12 ? (value - mean) / spread : 0));
}
