import type { FederatedScores, JointRequest } from './joint-judgement.js';
import { heterogeneityOf, JudgedGroup, placedSteepness, type JudgedPart } from './judged-group.js';
import { hasPoints } from '../has-points.js';
import { placeLists, type PlacedList } from '../level/place-lists.js';
import type { CollectionSignals, SignalContext } from '../evidence/signals.js';

interface Group {
  /** Indexes into the collections. */
  readonly members: readonly number[];
  readonly judged: JudgedGroup;
}

/** The collections of a search by whether they can be compared: those that can are judged as one, and the lists of different groups are placed by level. */
export class JudgedGroups {
  /** Of all collections in the words of the query, 0 to 1. */
  readonly heterogeneity: number;
  readonly #request: JointRequest;
  readonly #groups: readonly Group[];

  /** @param signals of each collection */
  constructor(request: JointRequest, signals: readonly CollectionSignals[], context: SignalContext) {
    this.#request = request;
    this.#groups = comparable(request).map((members) => {
      const collections = pick(request.collections, members);
      return { members, judged: new JudgedGroup({ ...request, collections }, pick(signals, members), context) };
    });
    const [only, ...others] = this.#groups;
    this.heterogeneity =
      only && others.length === 0 ? only.judged.heterogeneity : heterogeneityOf(context.pooled.terms, request.collections, signals);
  }

  /** Of each collection, in their order. @param parts of each collection */
  scores(parts: readonly JudgedPart[]): readonly FederatedScores[] {
    const groups = this.#groups.map(({ members, judged }) => {
      const ofMembers = pick(parts, members);
      const scores = judged.scores(ofMembers);
      return { members, scores, list: () => judged.listOf(ofMembers, scores) };
    });
    const scored = groups.length < 2 ? groups : placed(groups, placedSteepness(this.#request.algorithm));
    const byCollection = new Map(scored.flatMap(({ members, scores }) => members.map((at, place) => [at, scores[place]] as const)));
    return parts.map((_, at) => byCollection.get(at) ?? { scores: [] });
  }
}

interface ScoredGroup extends Pick<Group, 'members'> {
  readonly scores: readonly FederatedScores[];
  /** All their documents. */
  readonly list: () => PlacedList;
}

/** Scores by which the lists of the groups stand between each other. */
function placed(groups: readonly ScoredGroup[], steepness: number): readonly Pick<ScoredGroup, 'members' | 'scores'>[] {
  const lists = placeLists(groups.map(({ list }) => list()));
  return groups.map(({ members, scores }, group) => {
    let from = 0;
    const ofMembers = scores.map((one) => ({
      scores: (lists[group] ?? []).slice(from, (from += one.scores.length)),
      evidence: (candidate: number) => ({ ...one.evidence?.(candidate), steepness }),
    }));
    return { members, scores: ofMembers };
  });
}

/** Which collections with points can be compared, as indexes: by words all, by cosines those of one model, since cosines of different models say nothing of each other. */
function comparable({ algorithm, collections }: Pick<JointRequest, 'algorithm' | 'collections'>): readonly (readonly number[])[] {
  const all = collections.flatMap((collection, at) => (hasPoints(collection) ? [at] : []));
  if (algorithm === 'keyword' || algorithm === 'fuzzy') return [all];
  return [...Map.groupBy(all, (at) => collections[at]?.model).values()];
}

function pick<Value>(values: readonly Value[], places: readonly number[]): readonly Value[] {
  return values.filter((_, at) => places.includes(at));
}
