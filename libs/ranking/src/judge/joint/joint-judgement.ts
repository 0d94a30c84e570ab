import type { Algorithm } from '@tributary/contracts';
import type { Told } from '../close-look.js';
import { federate } from '../level/federate.js';
import { joinCollections } from './join-collections.js';
import { isFusion, isLane, type FusionMethod, type LaneWeights } from '../weights/lane-weights.js';
import { fuseTogether } from './joint-fusion.js';
import { lexicalScale, type LexicalScale } from '../evidence/lexical.js';
import { likenessToLeader } from '../evidence/likeness.js';
import { levelsOf } from '../level/level.js';
import { ownChanceLevels } from '../level/relevance.js';
import { evidenceOrder } from './evidence-order.js';
import { laneOrder, orderWithin } from '../level/own-order.js';
import { JOINT, type OwnOrderWeights } from '../weights/parameters.js';
import { placingTerms } from '../weights/placing-weights.js';
import { signalsOfJoined, type CollectionSignals, type JudgedCollection, type SignalContext } from '../evidence/signals.js';

export interface JointRequest {
  readonly algorithm: Algorithm;
  readonly weights: LaneWeights;
  readonly collections: readonly JudgedCollection[];
  /** The query by the common model, its words weighed by what they tell in all collections together; left out or undefined: nothing is learned from the best answers of
   *  all. */
  readonly focus?: () => Float32Array | undefined;
}

interface JointContext extends SignalContext {
  /** Of the collections, 0 to 1. */
  readonly heterogeneity: number;
}

/** One collection's part of the one ranking. */
export interface FederatedScores {
  /** Of each candidate. */
  readonly scores: readonly number[];
  /** What the score of a candidate is made of, by name, where all evidence counts. */
  readonly evidence?: (candidate: number) => Readonly<Record<string, number>>;
}

/** The candidates of several collections judged as if all lay in one. */
export class JointJudgement {
  readonly #request: JointRequest;
  readonly #signals: CollectionSignals;
  readonly #parts: readonly CollectionSignals[];
  readonly #heterogeneity: number;

  /** @param parts signals of each collection by itself */
  constructor(request: JointRequest, parts: readonly CollectionSignals[], { heterogeneity, ...context }: JointContext) {
    const { collections, focus } = request;
    this.#heterogeneity = heterogeneity;
    this.#request = request;
    this.#parts = parts;
    const joined = joinCollections(collections, { ...context.pooled, heterogeneity });
    const pooled = request.algorithm === 'hybrid' ? placingScale(context.pooled, collections) : context.pooled;
    this.#signals = signalsOfJoined({ ...joined, ...(focus === undefined ? {} : { focus }) }, parts, { ...context, pooled });
  }

  /** By one lane alone exactly that lane over all collections, by fusion what fusion over all gives; by all evidence with what each collection adds.
   *  @param own of each collection, a score per candidate by that collection alone, asked for where it counts
   *  @param told of all of them, in the order of the collections */
  federate(own: readonly (() => readonly number[])[], told: Told): readonly FederatedScores[] {
    const { algorithm } = this.#request;
    if (isLane(algorithm)) return this.#byCollection(laneOrder(this.#signals, algorithm).scores).map((scores) => ({ scores }));
    return isFusion(algorithm) ? this.#fused(algorithm) : this.#byAllEvidence(own, told);
  }

  #fused(method: FusionMethod): readonly FederatedScores[] {
    const { collections, weights } = this.#request;
    const fused = fuseTogether(method, { collections, signals: this.#signals, weights });
    return this.#byCollection(fused).map((scores) => ({ scores, evidence: () => ({ heterogeneity: this.#heterogeneity }) }));
  }

  #byAllEvidence(own: readonly (() => readonly number[])[], told: Told): readonly FederatedScores[] {
    const { weights } = this.#request;
    const heterogeneity = this.#heterogeneity;
    const joint = this.#byCollection(evidenceOrder(this.#signals, told, { weights, order: this.#order }).scores);
    const likeness = likenessToLeader(this.#parts, joint);
    const levels = this.#byCollection(levelsOf(this.#signals, told, weights));
    const chances = ownChanceLevels(this.#request.collections);
    const lists = joint.map((scores, at) => ({
      // Where collections do not differ their own orders count nothing, and would cost a judgement each.
      own: heterogeneity === 0 ? scores : (own[at]?.() ?? []),
      joint: scores,
      level: Math.max(...(levels[at] ?? [])),
      likeness: likeness[at] ?? 1,
      chance: chances[at] ?? 1,
    }));
    return federate(lists, { weights, heterogeneity }).map((scores, at) => ({
      scores,
      evidence: (candidate) => ({
        heterogeneity,
        joint: lists[at]?.joint[candidate] ?? 0,
        collection_likeness: lists[at]?.likeness ?? 1,
      }),
    }));
  }

  /** Between collections that differ the cosine tells more than within one. */
  get #order(): OwnOrderWeights {
    const order = orderWithin(this.#signals);
    return this.#signals.isCommonModel ? { ...order, similarity: order.similarity + this.#heterogeneity * JOINT.cosine } : order;
  }

  #byCollection(scores: readonly number[]): readonly (readonly number[])[] {
    let from = 0;
    return this.#request.collections.map(({ candidates }) => scores.slice(from, (from += candidates.length)));
  }
}

/** The terms as they weigh where collections are placed among each other. */
function placingScale({ terms, counts }: LexicalScale, collections: readonly JudgedCollection[]): LexicalScale {
  const ofEach = collections.map((one) => one.counts);
  return lexicalScale({ terms: placingTerms(terms, ofEach), counts });
}
