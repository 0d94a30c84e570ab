import type { RelevanceLists } from '@tributary/evaluation';
import { USUAL_TERMS, trustInWords, type OwnOrderWeights } from '@tributary/ranking';
import type { Evidence } from './evidence.ts';
import { discountedGain, idealGain } from './ndcg.ts';
import { RandomSearch, type Point } from './random-search.ts';

const PARTS = ['gamma', 'fewTerms', 'title', 'feedback', 'wordMatch', 'neighbours', 'similarity'] as const;
type Ranges = Readonly<Record<(typeof PARTS)[number], readonly [from: number, to: number]>>;

/** From where to where each weight is looked for. The static model's cosine tells nothing that words and feedback do not; feedback by the static model tells nothing of
 *  collections of another one that their own cosine and neighbours do not. */
const COMMON: Ranges = {
  gamma: [0, 1],
  fewTerms: [0, 12],
  title: [0, 1.2],
  feedback: [0.4, 2],
  wordMatch: [0, 1.4],
  neighbours: [0, 0.6],
  similarity: [0, 0],
};
export const RANGES = { common: COMMON, other: { ...COMMON, feedback: [0, 0], similarity: [1, 5] } } as const;

/** Of 600 points the best by eight sets fit those eight: MiniLM, each set left out, has 0.659 instead of 0.661. Chosen among four by that number (docs/quality.md). */
const SEARCH = { samples: 4000, closer: 2000, best: 120 };

/** One query, as columns: what the order is made of. */
interface Table {
  readonly height: number;
  readonly terms: number;
  readonly columns: Readonly<
    Record<'document' | 'title' | 'feedback' | 'breadth' | 'word_match' | 'neighbours' | 'similarity', Float64Array>
  >;
  readonly gains: readonly number[];
  readonly ideal: number;
}

export interface OwnOrderFit {
  /** What the product uses. */
  readonly weights: OwnOrderWeights;
  /** Queries of each set. */
  readonly queries: Readonly<Record<string, number>>;
  /** nDCG@10 of each set with those. */
  readonly inSample: Readonly<Record<string, number>>;
  /** nDCG@10 of each set with weights fitted on the others. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** nDCG@10 of each set without one part, its weight 0 and the others as they are. */
  readonly without: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Random search for the weights of a collection's own order that give the best mean nDCG@10, sets counting alike. The maximum is flat: those in use stay where weights
 *  fitted on the other sets do no better than they, unless they are to be renewed, as after a change of the evidence or of the search. What the neighbours score is taken from the evidence, as it was by the weights that made it. */
export function fitOwnOrder(
  evidence: Evidence,
  { inUse, ranges, isRenewed }: { readonly inUse: OwnOrderWeights; readonly ranges: Ranges; readonly isRenewed: boolean },
): OwnOrderFit {
  const tables = new Map([...evidence].map(([name, lists]) => [name, lists.map(tableOf)]));
  const search = new RandomSearch(
    PARTS.map((part) => ranges[part]),
    { ...SEARCH, score: (point) => new Map(Object.entries(scoresOf(tables, weightsOf(point)))) },
  );
  const best = (names: readonly string[]) => weightsOf(search.best(names));
  const names = [...tables.keys()];
  const leftOut = names.map((name) => [name, scoreOf(tables.get(name) ?? [], best(names.filter((other) => other !== name)))] as const);
  const leftOutMean = leftOut.reduce((sum, [, score]) => sum + score, 0);
  const inUseMean = Object.values(scoresOf(tables, inUse)).reduce((sum, score) => sum + score, 0);
  const weights = rounded(isRenewed || leftOutMean > inUseMean ? best(names) : inUse);
  const used = PARTS.filter((part) => weights[part] !== 0);
  return {
    weights,
    queries: Object.fromEntries([...tables].map(([name, ofSet]) => [name, ofSet.length])),
    inSample: scoresOf(tables, weights),
    leftOut: Object.fromEntries(leftOut),
    without: Object.fromEntries(used.map((part) => [part, scoresOf(tables, { ...weights, [part]: 0 })])),
  };
}

function weightsOf([
  gamma = 0,
  fewTerms = 0,
  title = 0,
  feedback = 0,
  wordMatch = 0,
  neighbours = 0,
  similarity = 0,
]: Point): OwnOrderWeights {
  return { gamma, fewTerms, title, feedback, wordMatch, neighbours, similarity };
}

function rounded(weights: OwnOrderWeights): OwnOrderWeights {
  return weightsOf(PARTS.map((part) => Math.round(weights[part] * 20) / 20));
}

function tableOf({ home, gains }: RelevanceLists): Table {
  const column = (name: string) => Float64Array.from(home, ({ signals }) => signals[name] ?? 0);
  const document = column('document');
  return {
    height: Math.max(1e-6, ...document),
    terms: home[0]?.signals['query_terms'] ?? USUAL_TERMS,
    columns: {
      document,
      title: column('title'),
      feedback: column('feedback'),
      breadth: column('breadth'),
      word_match: column('word_match'),
      neighbours: column('neighbours'),
      similarity: column('similarity'),
    },
    gains: home.map(({ gain }) => gain),
    ideal: idealGain(gains),
  };
}

function scoresOf(tables: ReadonlyMap<string, readonly Table[]>, weights: OwnOrderWeights): Record<string, number> {
  return Object.fromEntries([...tables].map(([name, ofSet]) => [name, scoreOf(ofSet, weights)]));
}

function scoreOf(tables: readonly Table[], weights: OwnOrderWeights): number {
  return tables.reduce((sum, table) => sum + ndcg(table, weights), 0) / Math.max(1, tables.length);
}

function ndcg({ height, terms, columns, gains, ideal }: Table, weights: OwnOrderWeights): number {
  if (ideal === 0) return 0;
  const { gamma, fewTerms, title, feedback, wordMatch, neighbours, similarity } = weights;
  const divisor = height ** gamma / trustInWords(terms, { fewTerms });
  const scores = new Float64Array(gains.length);
  for (let at = 0; at < scores.length; at++) {
    const words = (columns.document[at] ?? 0) + title * (columns.title[at] ?? 0);
    const sense =
      feedback * (columns.feedback[at] ?? 0) +
      (columns.breadth[at] ?? 0) +
      wordMatch * (columns.word_match[at] ?? 0) +
      similarity * (columns.similarity[at] ?? 0);
    scores[at] = (1 - neighbours) * (words / divisor + sense) + neighbours * (columns.neighbours[at] ?? 0);
  }
  return discountedGain(scores, gains) / ideal;
}
