import type { JointList } from '@tributary/evaluation';
import type { JointEvidence } from './evidence.ts';
import { discountedGain, idealGain } from './ndcg.ts';
import { RandomSearch, type Point } from './random-search.ts';

const PARTS = ['cosine', 'own', 'best', 'likeness'] as const;
type JointWeights = Readonly<Record<(typeof PARTS)[number], number>>;
/** From where to where each is looked for. */
const RANGES = [
  [0, 1.5],
  [0, 1],
  [0, 1.2],
  [0, 0.8],
] as const;

const SAMPLES = 1000;
const WHOLE_SETS = 'all';

export interface JointFit {
  /** What the product uses. */
  readonly weights: JointWeights;
  /** nDCG@10 by cut and set with those. */
  readonly inSample: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** nDCG@10 by cut and set with weights fitted on the other sets. */
  readonly leftOut: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** Mean nDCG@10 by cut without one part, its weight 0 and the others as they are. */
  readonly without: Readonly<Record<string, ReadonlyMap<string, number>>>;
}

/** One query, as columns. */
interface Table {
  readonly heterogeneity: number;
  readonly joint: Float64Array;
  readonly similarity: Float64Array;
  /** Of each hit, below the best of its collection. */
  readonly own: Float64Array;
  /** Of the collection of each hit. */
  readonly likeness: Float64Array;
  readonly collection: readonly number[];
  readonly collections: number;
  readonly gains: readonly number[];
  readonly ideal: number;
}

type Tables = ReadonlyMap<string, ReadonlyMap<string, readonly Table[]>>;

/** Random search for what places collections among each other with the best mean nDCG@10. Whole sets beside each other, where one collection is right, count as much as
 *  all cuts together, where several are; sets count alike. The maximum is flat: the weights in use stay where weights fitted on the other sets do no better than they, unless they
 *  are to be renewed. */
export function fitJointOrder(
  evidence: JointEvidence,
  { inUse, isRenewed }: { readonly inUse: JointWeights; readonly isRenewed: boolean },
): JointFit {
  const tables: Tables = new Map([...evidence].map(([set, lists]) => [set, tablesOf(lists)]));
  const search = new RandomSearch(RANGES, {
    samples: SAMPLES,
    score: (point) => new Map([...tables].map(([set, cuts]) => [set, bothSituations(cuts, weightsOf(point))])),
  });
  const sets = [...tables.keys()];
  const leftOut = new Map(sets.map((set) => [set, weightsOf(search.best(sets.filter((other) => other !== set)))]));
  const totalOf = (weightsFor: (set: string) => JointWeights) =>
    [...tables].reduce((sum, [set, cuts]) => sum + bothSituations(cuts, weightsFor(set)), 0);
  const isBetter = totalOf((set) => leftOut.get(set) ?? inUse) > totalOf(() => inUse);
  const weights = isRenewed || isBetter ? rounded(weightsOf(search.best(sets))) : inUse;
  return {
    weights,
    inSample: byCut(tables, () => weights),
    leftOut: byCut(tables, (set) => leftOut.get(set) ?? weights),
    without: Object.fromEntries(
      PARTS.map((part) => {
        const scores = byCut(tables, () => ({ ...weights, [part]: 0 }));
        return [part, new Map([...scores].map(([cut, sets]) => [cut, meanOf(Object.values(sets))]))];
      }),
    ),
  };
}

function bothSituations(cuts: ReadonlyMap<string, readonly Table[]>, weights: JointWeights): number {
  const several = [...cuts].flatMap(([cut, tables]) => (cut === WHOLE_SETS ? [] : [scoreOf(tables, weights)]));
  return scoreOf(cuts.get(WHOLE_SETS) ?? [], weights) + meanOf(several);
}

function byCut(tables: Tables, weights: (set: string) => JointWeights): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const cuts = new Set([...tables.values()].flatMap((ofSet) => [...ofSet.keys()]));
  return new Map(
    [...cuts].map((cut) => [
      cut,
      Object.fromEntries([...tables].map(([set, ofSet]) => [set, scoreOf(ofSet.get(cut) ?? [], weights(set))])),
    ]),
  );
}

function weightsOf([cosine = 0, own = 0, best = 0, likeness = 0]: Point): JointWeights {
  return { cosine, own, best, likeness };
}

function rounded({ cosine, own, best, likeness }: JointWeights): JointWeights {
  const round = (value: number) => Math.round(value * 20) / 20;
  return { cosine: round(cosine), own: round(own), best: round(best), likeness: round(likeness) };
}

function tablesOf(lists: readonly JointList[]): ReadonlyMap<string, readonly Table[]> {
  const byCut = Map.groupBy(lists, ({ cut }) => cut);
  return new Map([...byCut].map(([cut, ofCut]) => [cut, ofCut.map(tableOf)]));
}

function tableOf({ heterogeneity, joint, gains }: JointList): Table {
  const bestOwn = highest(joint.map(({ collection, own }) => ({ collection, value: own })));
  return {
    heterogeneity,
    joint: Float64Array.from(joint, (hit) => hit.joint),
    similarity: Float64Array.from(joint, ({ similarity }) => similarity),
    own: Float64Array.from(joint, ({ collection, own }) => own - (bestOwn[collection] ?? 0)),
    likeness: Float64Array.from(joint, ({ likeness }) => likeness),
    collection: joint.map(({ collection }) => collection),
    collections: bestOwn.length,
    gains: joint.map(({ gain }) => gain),
    ideal: idealGain(gains),
  };
}

function highest(values: readonly { readonly collection: number; readonly value: number }[]): readonly number[] {
  const best: number[] = [];
  for (const { collection, value } of values) best[collection] = Math.max(best[collection] ?? -Infinity, value);
  return best;
}

function scoreOf(tables: readonly Table[], weights: JointWeights): number {
  return meanOf(tables.map((table) => ndcg(table, weights)));
}

function ndcg(table: Table, weights: JointWeights): number {
  const { heterogeneity, joint, similarity, own, likeness, collection, gains, ideal } = table;
  if (ideal === 0) return 0;
  const scores = joint.map((score, at) => score + heterogeneity * weights.cosine * (similarity[at] ?? 0));
  const best = new Float64Array(table.collections).fill(-Infinity);
  collection.forEach((one, at) => (best[one] = Math.max(best[one] ?? -Infinity, scores[at] ?? 0)));
  collection.forEach((one, at) => {
    const lift = weights.best * (best[one] ?? 0) + weights.likeness * (likeness[at] ?? 0);
    scores[at] = (scores[at] ?? 0) + heterogeneity * (weights.own * (own[at] ?? 0) + lift);
  });
  return discountedGain(scores, gains) / ideal;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
