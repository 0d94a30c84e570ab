import type { RelevanceLists } from '@tributary/evaluation';
import { SeededRandom } from '@tributary/testing';
import type { Evidence } from './evidence.ts';

/** What is fitted, and from where to where it is looked for. */
const RANGES = { gamma: [0, 1], title: [0, 1.2], feedback: [0.4, 2], wordMatch: [0, 1.4] } as const;
type Weights = Record<keyof typeof RANGES, number>;

const SEED = 20261122;
const SAMPLES = 400;
/** The mean of the best points lies in the middle of the plateau, where a single best one lies at its edge by chance. */
const BEST = 25;
const DEPTH = 10;

/** One query, as columns: what the order is made of. */
interface Table {
  readonly height: number;
  readonly columns: Readonly<Record<'document' | 'title' | 'feedback' | 'word_match', Float64Array>>;
  readonly gains: readonly number[];
  readonly ideal: number;
}

export interface OwnOrderFit {
  /** Fitted on all sets: what the product uses. */
  readonly weights: Weights;
  /** nDCG@10 of each set with those. */
  readonly inSample: Readonly<Record<string, number>>;
  /** nDCG@10 of each set with weights fitted on the others. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** nDCG@10 of each set without one part, its weight 0 and the others as they are. */
  readonly without: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Random search for the weights of a collection's own order that give the best mean nDCG@10, sets counting alike. */
export function fitOwnOrder(evidence: Evidence): OwnOrderFit {
  const tables = new Map([...evidence].map(([name, lists]) => [name, lists.map(tableOf)]));
  const random = new SeededRandom(SEED);
  const samples = Array.from({ length: SAMPLES }, () => sample(random));
  const scores = samples.map((weights) => scoresOf(tables, weights));
  const best = (names: readonly string[]) => {
    const means = scores.map((one) => names.reduce((sum, name) => sum + (one[name] ?? 0), 0));
    const order = samples.map((weights, at) => ({ weights, mean: means[at] ?? 0 })).sort((a, b) => b.mean - a.mean);
    return meanOf(order.slice(0, BEST).map(({ weights }) => weights));
  };
  const names = [...tables.keys()];
  const weights = rounded(best(names));
  const leftOut = names.map((name) => [name, scoreOf(tables.get(name) ?? [], best(names.filter((other) => other !== name)))] as const);
  const parts = ['title', 'feedback', 'wordMatch', 'gamma'] as const;
  return {
    weights,
    inSample: scoresOf(tables, weights),
    leftOut: Object.fromEntries(leftOut),
    without: Object.fromEntries(parts.map((part) => [part, scoresOf(tables, { ...weights, [part]: 0 })])),
  };
}

function sample(random: SeededRandom): Weights {
  const at = (part: keyof typeof RANGES) => {
    const [low, high] = RANGES[part];
    return low + random.next() * (high - low);
  };
  return { gamma: at('gamma'), title: at('title'), feedback: at('feedback'), wordMatch: at('wordMatch') };
}

function meanOf(all: readonly Weights[]): Weights {
  const mean = (part: keyof Weights) => all.reduce((sum, weights) => sum + weights[part], 0) / Math.max(1, all.length);
  return {
    gamma: mean('gamma'),
    title: mean('title'),
    feedback: mean('feedback'),
    wordMatch: mean('wordMatch'),
  };
}

function rounded(weights: Weights): Weights {
  const round = (value: number) => Math.round(value * 20) / 20;
  const { gamma, title, feedback, wordMatch } = weights;
  return { gamma: round(gamma), title: round(title), feedback: round(feedback), wordMatch: round(wordMatch) };
}

function tableOf({ home, gains }: RelevanceLists): Table {
  const column = (name: string) => Float64Array.from(home, ({ signals }) => signals[name] ?? 0);
  const document = column('document');
  const best = gains.toSorted((a, b) => b - a).slice(0, DEPTH);
  return {
    height: Math.max(1e-6, ...document),
    columns: {
      document,
      title: column('title'),
      feedback: column('feedback'),
      word_match: column('word_match'),
    },
    gains: home.map(({ gain }) => gain),
    ideal: best.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0),
  };
}

function scoresOf(tables: ReadonlyMap<string, readonly Table[]>, weights: Weights): Record<string, number> {
  return Object.fromEntries([...tables].map(([name, ofSet]) => [name, scoreOf(ofSet, weights)]));
}

function scoreOf(tables: readonly Table[], weights: Weights): number {
  return tables.reduce((sum, table) => sum + ndcg(table, weights), 0) / Math.max(1, tables.length);
}

function ndcg({ height, columns, gains, ideal }: Table, { gamma, title, feedback, wordMatch }: Weights): number {
  if (ideal === 0) return 0;
  const divisor = height ** gamma;
  const scores = new Float64Array(gains.length);
  for (let at = 0; at < scores.length; at++) {
    const words = (columns.document[at] ?? 0) + title * (columns.title[at] ?? 0);
    scores[at] = words / divisor + feedback * (columns.feedback[at] ?? 0) + wordMatch * (columns.word_match[at] ?? 0);
  }
  return headOf(scores).reduce((sum, at, rank) => sum + (gains[at] ?? 0) / Math.log2(rank + 2), 0) / ideal;
}

/** Places of the ten best scores, the best first; of equal ones the first. Leaves the scores changed. */
function headOf(scores: Float64Array): readonly number[] {
  return Array.from({ length: Math.min(DEPTH, scores.length) }, () => {
    let best = 0;
    for (let at = 1; at < scores.length; at++) if ((scores[at] ?? 0) > (scores[best] ?? 0)) best = at;
    scores[best] = -Infinity;
    return best;
  });
}
