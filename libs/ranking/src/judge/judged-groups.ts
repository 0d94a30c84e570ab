import type { FederatedScores, JointRequest } from './joint-judgement.js';
import { JudgedGroup, placedSteepness, type JudgedPart } from './judged-group.js';
import { placeLists } from './place-lists.js';
import type { CollectionSignals, SignalContext } from './signals.js';

interface Group {
  /** Indexes into the collections. */
  readonly members: readonly number[];
  readonly judged: JudgedGroup;
}

/** The collections of a search by whether they can be compared: those that can are judged as one, and the lists of different groups are placed by level. */
export class JudgedGroups {
  readonly #request: JointRequest;
  readonly #groups: readonly Group[];

  /** @param signals of each collection */
  constructor(request: JointRequest, signals: readonly CollectionSignals[], context: SignalContext) {
    this.#request = request;
    this.#groups = comparable(request).map((members) => {
      const collections = pick(request.collections, members);
      return { members, judged: new JudgedGroup({ ...request, collections }, pick(signals, members), context) };
    });
  }

  /** Of each collection, in their order. @param parts of each collection */
  scores(parts: readonly JudgedPart[]): readonly FederatedScores[] {
    const groups = this.#groups.map(({ members, judged }) => ({ members, scores: judged.scores(pick(parts, members)) }));
    const scored = groups.length < 2 ? groups : this.#placed(groups, parts);
    const byCollection = new Map(scored.flatMap(({ members, scores }) => members.map((at, place) => [at, scores[place]] as const)));
    return parts.map((_, at) => byCollection.get(at) ?? { scores: [] });
  }

  /** The documents of a group are one list. */
  #placed(groups: readonly ScoredGroup[], parts: readonly JudgedPart[]): readonly ScoredGroup[] {
    const steepness = placedSteepness(this.#request.algorithm);
    const lists = groups.map(({ members, scores }, at) => this.#groups[at]?.judged.listOf(pick(parts, members), scores));
    const placed = placeLists(lists.filter((list) => list !== undefined));
    return groups.map(({ members, scores }, at) => {
      let from = 0;
      const ofMembers = scores.map((one) => ({
        scores: (placed[at] ?? []).slice(from, (from += one.scores.length)),
        evidence: (candidate: number) => ({ ...one.evidence?.(candidate), steepness }),
      }));
      return { members, scores: ofMembers };
    });
  }
}

interface ScoredGroup extends Pick<Group, 'members'> {
  readonly scores: readonly FederatedScores[];
}

/** Which collections can be compared, as indexes: by words all, by cosines those of one model, since cosines of different models say nothing of each other. */
function comparable({ algorithm, collections }: Pick<JointRequest, 'algorithm' | 'collections'>): readonly (readonly number[])[] {
  const all = collections.map((_, at) => at);
  if (algorithm === 'keyword' || algorithm === 'fuzzy') return [all];
  return [...Map.groupBy(all, (at) => collections[at]?.model).values()];
}

function pick<Value>(values: readonly Value[], places: readonly number[]): readonly Value[] {
  return values.filter((_, at) => places.includes(at));
}
