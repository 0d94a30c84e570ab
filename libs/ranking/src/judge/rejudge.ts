import { drawnTogether, scoresAlone } from './joint/evidence-order.js';
import type { LaneWeights } from './weights/lane-weights.js';
import { JOINT, OWN_ORDER } from './weights/parameters.js';
import { USUAL_TERMS } from './weights/trust-in-words.js';

/** A judged document that another model has looked at. */
export interface LookedAt {
  /** Index into the collections. */
  readonly collection: number;
  /** The judge's, of its best hit. */
  readonly score: number;
  /** What the judge saw in it; those of `evidenceOrder` are meant. */
  readonly signals: Readonly<Record<string, number>>;
  /** Cosine by the other model; undefined for a document it was not asked about. */
  readonly similarity: number | undefined;
  /** Unit vector of its best passage by the model common to all collections; undefined where it has none. */
  readonly vector?: Float32Array | undefined;
}

/** Judges documents again as if their collections were made with the other model: its cosine takes the place of the first one, all other evidence stays, with the
 *  weights of such collections (docs/ranking.md). What that changes is added to the judge's score, so that what speaks for a collection is kept.
 *  @param options `influence`: what the cosine counts, 1 is as fitted
 *  @returns a score per document, undefined where the other model said nothing or the judge went by no evidence */
export function rejudge(
  documents: readonly LookedAt[],
  { weights, influence }: { readonly weights: LaneWeights; readonly influence: number },
): readonly (number | undefined)[] {
  const scores = new Array<number | undefined>(documents.length).fill(undefined);
  const judged = documents.flatMap((document, at) => {
    const { similarity, signals } = document;
    return similarity === undefined || signals['own'] === undefined ? [] : [{ ...document, similarity, at }];
  });
  for (const list of Map.groupBy(judged, ({ collection }) => collection).values()) {
    const own = ownScores(list, { weights, influence });
    list.forEach(({ at, score, signals }, place) => {
      scores[at] = score + steepness(signals) * ((own[place] ?? 0) - (signals['own'] ?? 0));
    });
  }
  return scores;
}

/** How much of a change of the evidence comes to the score: of several collections judged as one it counts in the joint score and in the own one, and in a list that was
 *  placed as much as that falls. */
function steepness({ joint, heterogeneity = 1, steepness: placed = 1 }: LookedAt['signals']): number {
  return placed * (joint === undefined ? 1 : 1 + heterogeneity * JOINT.own);
}

function ownScores(
  list: readonly (Omit<LookedAt, 'similarity'> & { readonly similarity: number })[],
  { weights, influence }: { readonly weights: LaneWeights; readonly influence: number },
): readonly number[] {
  const order = OWN_ORDER.other;
  const terms = list[0]?.signals['query_terms'] ?? USUAL_TERMS;
  const evidence = list.map(({ signals, similarity }) => {
    const {
      document = 0,
      title = 0,
      feedback = 0,
      breadth = 0,
      word_match: wordMatch = 0,
      fuzzy = 0,
      verbatim = 0,
      set_back: setBack = 0,
    } = signals;
    return { words: document, title, similarity: influence * similarity, feedback, breadth, wordMatch, fuzzy, verbatim, setBack };
  });
  const alone = scoresAlone(evidence, { weights, order, terms });
  return drawnTogether(
    list.map(({ vector }, at) => ({ score: alone[at] ?? 0, vector })),
    order,
  );
}
