import type { RelevanceLists, RelevancePoint } from './relevance-list.js';

const BINS = 10;
/** Hits of a list that count. */
const DEPTH = 10;

/** What was promised in one tenth of the scale, and what was found. */
export interface ReliabilityBin {
  readonly points: number;
  /** Mean relevance said. */
  readonly said: number;
  /** Share that is relevant. */
  readonly found: number;
}

/** Points of equal tenths of the scale, the lowest first; an empty tenth has no points. */
export function reliability(points: readonly RelevancePoint[]): readonly ReliabilityBin[] {
  const binOf = ({ relevance }: RelevancePoint) => Math.min(BINS - 1, Math.floor(relevance * BINS));
  return Array.from({ length: BINS }, (_, bin) => {
    const inside = points.filter((point) => binOf(point) === bin);
    const mean = (of: (point: RelevancePoint) => number) => inside.reduce((sum, point) => sum + of(point), 0) / Math.max(1, inside.length);
    return { points: inside.length, said: mean(({ relevance }) => relevance), found: mean(({ isRelevant }) => Number(isRelevant)) };
  });
}

/** Expected calibration error in ten bins: the mean of |said − found|, weighted by points (Naeini, Cooper & Hauskrecht 2015). */
export function calibrationError(points: readonly RelevancePoint[]): number {
  const bins = reliability(points);
  return bins.reduce((sum, { points: count, said, found }) => sum + count * Math.abs(said - found), 0) / Math.max(1, points.length);
}

/** The chance that one of the first is greater than one of the second, ties counting half: the area under ROC (Hanley & McNeil 1982). */
export function areaUnderRoc(positive: readonly number[], negative: readonly number[]): number {
  const ranked = [...positive.map((value) => ({ value, own: true })), ...negative.map((value) => ({ value, own: false }))].sort(
    (a, b) => a.value - b.value,
  );
  let rankSum = 0;
  for (let from = 0; from < ranked.length;) {
    let to = from + 1;
    while (to < ranked.length && ranked[to]?.value === ranked[from]?.value) to++;
    const rank = (from + to + 1) / 2;
    for (let at = from; at < to; at++) if (ranked[at]?.own === true) rankSum += rank;
    from = to;
  }
  const pairs = positive.length * negative.length;
  return pairs === 0 ? Number.NaN : (rankSum - (positive.length * (positive.length + 1)) / 2) / pairs;
}

/** The points by which a collection's relevance is judged: the head of each query's own list and of its wrong ones. */
export function pointsOf(lists: readonly RelevanceLists[]): readonly RelevancePoint[] {
  return lists.flatMap(({ home, wrong }) => [home, ...wrong].flatMap((list) => list.slice(0, DEPTH)));
}

/** Relevance of the best hit; 0 for nothing. */
export function bestOf(list: readonly RelevancePoint[]): number {
  return list.reduce((best, { relevance }) => Math.max(best, relevance), 0);
}
