import type { RelevanceLists } from '@tributary/evaluation';
import type { Evidence } from './evidence.ts';
import { discountedGain, idealGain } from './ndcg.ts';
import { RandomSearch, type Point } from './random-search.ts';

/** What is fitted, and from where to where it is looked for: gamma, title, feedback, word match. */
const RANGES = [
  [0, 1],
  [0, 1.2],
  [0.4, 2],
  [0, 1.4],
] as const;
type Weights = Record<'gamma' | 'title' | 'feedback' | 'wordMatch', number>;

const SAMPLES = 400;

/** One query, as columns: what the order is made of. */
interface Table {
  readonly height: number;
  readonly columns: Readonly<Record<'document' | 'title' | 'feedback' | 'word_match', Float64Array>>;
  readonly gains: readonly number[];
  readonly ideal: number;
}

export interface OwnOrderFit {
  /** What the product uses. */
  readonly weights: Weights;
  /** nDCG@10 of each set with those. */
  readonly inSample: Readonly<Record<string, number>>;
  /** nDCG@10 of each set with weights fitted on the others. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** nDCG@10 of each set without one part, its weight 0 and the others as they are. */
  readonly without: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Random search for the weights of a collection's own order that give the best mean nDCG@10, sets counting alike. The maximum is flat: those in use stay where weights
 *  fitted on the other sets do no better than they. */
export function fitOwnOrder(evidence: Evidence, inUse: Weights): OwnOrderFit {
  const tables = new Map([...evidence].map(([name, lists]) => [name, lists.map(tableOf)]));
  const search = new RandomSearch(RANGES, {
    samples: SAMPLES,
    score: (point) => new Map(Object.entries(scoresOf(tables, weightsOf(point)))),
  });
  const best = (names: readonly string[]) => weightsOf(search.best(names));
  const names = [...tables.keys()];
  const leftOut = names.map((name) => [name, scoreOf(tables.get(name) ?? [], best(names.filter((other) => other !== name)))] as const);
  const leftOutMean = leftOut.reduce((sum, [, score]) => sum + score, 0);
  const inUseMean = Object.values(scoresOf(tables, inUse)).reduce((sum, score) => sum + score, 0);
  const weights = rounded(leftOutMean > inUseMean ? best(names) : inUse);
  const parts = ['title', 'feedback', 'wordMatch', 'gamma'] as const;
  return {
    weights,
    inSample: scoresOf(tables, weights),
    leftOut: Object.fromEntries(leftOut),
    without: Object.fromEntries(parts.map((part) => [part, scoresOf(tables, { ...weights, [part]: 0 })])),
  };
}

function weightsOf([gamma = 0, title = 0, feedback = 0, wordMatch = 0]: Point): Weights {
  return { gamma, title, feedback, wordMatch };
}

function rounded(weights: Weights): Weights {
  const round = (value: number) => Math.round(value * 20) / 20;
  const { gamma, title, feedback, wordMatch } = weights;
  return { gamma: round(gamma), title: round(title), feedback: round(feedback), wordMatch: round(wordMatch) };
}

function tableOf({ home, gains }: RelevanceLists): Table {
  const column = (name: string) => Float64Array.from(home, ({ signals }) => signals[name] ?? 0);
  const document = column('document');
  return {
    height: Math.max(1e-6, ...document),
    columns: {
      document,
      title: column('title'),
      feedback: column('feedback'),
      word_match: column('word_match'),
    },
    gains: home.map(({ gain }) => gain),
    ideal: idealGain(gains),
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
  return discountedGain(scores, gains) / ideal;
}
