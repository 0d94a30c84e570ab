import { joinTold, type CloseLook, type Told } from '../close-look.js';
import { heterogeneity } from './heterogeneity.js';
import { JointJudgement, type FederatedScores, type JointRequest } from './joint-judgement.js';
import { isFusion } from '../weights/lane-weights.js';
import { levelsOf } from '../level/level.js';
import type { JudgedTerm } from '../evidence/lexical.js';
import type { OwnOrder } from '../level/own-order.js';
import { unitOf } from '../judged-candidate.js';
import { PLACING } from '../weights/parameters.js';
import { placeLists, type PlacedList } from '../level/place-lists.js';
import type { CollectionSignals, JudgedCollection, SignalContext } from '../evidence/signals.js';

/** What is known of one collection. */
export interface JudgedPart {
  readonly candidates: JudgedCollection['candidates'];
  readonly signals: CollectionSignals;
  readonly told: Told;
  /** Undefined where nothing was read. */
  readonly look: CloseLook | undefined;
  readonly own: () => OwnOrder;
}

/** How steeply lists fall that keep their order and are placed by level. */
export function placedSteepness(algorithm: JointRequest['algorithm']): number {
  return PLACING.steepness[algorithm === 'hybrid' ? 'evidence' : 'lane'];
}

/** Collections whose scores can be compared. */
export class JudgedGroup {
  /** Of the collections in the words of the query: 0 for parts of one corpus and for a single one, nearly 1 for others. */
  readonly heterogeneity: number;
  readonly #request: JointRequest;
  readonly #joint: JointJudgement | undefined;

  /** @param signals of each collection */
  constructor(request: JointRequest, signals: readonly CollectionSignals[], context: SignalContext) {
    this.#request = request;
    this.heterogeneity = heterogeneityOf(context.pooled.terms, request.collections, signals);
    const joint = { ...context, heterogeneity: this.heterogeneity };
    this.#joint = request.collections.length < 2 ? undefined : new JointJudgement(request, signals, joint);
  }

  /** Of each collection, in their order; one by itself keeps its own. Fused ranks are both, those of all as one and lists placed by level, by how much the collections differ. */
  scores(parts: readonly JudgedPart[]): readonly FederatedScores[] {
    if (this.#joint === undefined) return parts.map(({ own }) => ({ scores: own().scores }));
    const told = joinTold(
      parts.map((part) => part.told),
      parts.map(({ look }) => look),
    );
    const joint = this.#joint.federate(
      parts.map(
        ({ own }) =>
          () =>
            own().scores,
      ),
      told,
    );
    const share = this.heterogeneity;
    if (!isFusion(this.#request.algorithm) || share === 0) return joint;
    const steepness = placedSteepness(this.#request.algorithm);
    const apart = placeLists(parts.map((part) => listOf([part], [{ scores: part.own().scores }], this.#request)));
    return joint.map(({ scores, evidence }, at) => ({
      scores: scores.map((score, of) => (1 - share) * score + share * (apart[at]?.[of] ?? 0)),
      evidence: (candidate) => ({ ...evidence?.(candidate), steepness }),
    }));
  }

  /** All of them as one list, to be placed among those of other groups. */
  listOf(parts: readonly JudgedPart[], scores: readonly FederatedScores[]): PlacedList {
    return listOf(parts, scores, this.#request);
  }
}

function listOf(
  parts: readonly JudgedPart[],
  scores: readonly Pick<FederatedScores, 'scores'>[],
  { algorithm, weights }: Pick<JointRequest, 'algorithm' | 'weights'>,
): PlacedList {
  return {
    docIds: parts.flatMap(({ candidates }, at) => candidates.map((candidate) => `${at.toString()} ${unitOf(candidate)}`)),
    own: scores.flatMap((one) => one.scores),
    steepness: placedSteepness(algorithm),
    level: parts.flatMap(({ signals, told }) => levelsOf(signals, told, weights)),
  };
}

/** Of collections in the words of the query: 0 for parts of one corpus and for a single one, nearly 1 for others. @param found in each of them */
export function heterogeneityOf(
  terms: readonly JudgedTerm[],
  collections: readonly JudgedCollection[],
  found: readonly CollectionSignals[],
): number {
  const compared = collections.map(({ counts }, at) => ({
    counts,
    passages: found[at]?.signals.length ?? 0,
    documents: found[at]?.documents.length ?? 0,
  }));
  return heterogeneity(terms, compared);
}
