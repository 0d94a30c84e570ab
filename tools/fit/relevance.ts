import { ownAgainstWrong, relevanceScores, type RelevanceLists, type RelevancePoint } from '@tributary/evaluation';
import type { Evidence } from './evidence.ts';

interface Logistic {
  readonly slope: number;
  readonly intercept: number;
}

export interface RelevanceFit {
  readonly logistic: Logistic;
  /** Every set judged by a function fitted on the others. */
  readonly leftOut: ReturnType<typeof relevanceScores> & ReturnType<typeof ownAgainstWrong>;
}

const DEPTH = 10;
const STEPS = 50;

/** Fits the probability of relevance on the level as a multiple of that of chance: logistic regression over the heads of own and wrong lists (Platt 1999), sets counting alike. */
export function fitRelevance(evidence: Evidence): RelevanceFit {
  const names = [...evidence.keys()];
  const fitOn = (chosen: readonly string[]) => fitLogistic(chosen.map((name) => pointsOf(evidence.get(name) ?? [])));
  const judged = names.map((name) => {
    const logistic = fitOn(names.filter((other) => other !== name));
    return [name, (evidence.get(name) ?? []).map((lists) => said(lists, logistic))] as const;
  });
  const all = fitOn(names);
  const lists = new Map(judged);
  return {
    logistic: { slope: round(all.slope), intercept: round(all.intercept) },
    leftOut: { ...relevanceScores(lists), ...ownAgainstWrong(lists) },
  };
}

interface Point {
  /** As a multiple of that of chance. */
  readonly level: number;
  readonly isRelevant: boolean;
}

function pointsOf(lists: readonly RelevanceLists[]): readonly Point[] {
  const heads = lists.flatMap(({ home, wrong }) => [home, ...wrong].flatMap((list) => list.slice(0, DEPTH)));
  return heads.map((point) => ({ level: levelOf(point), isRelevant: point.isRelevant }));
}

/** Its level as a multiple of that of chance. */
function levelOf({ signals }: Pick<RelevancePoint, 'signals'>): number {
  return (signals['level'] ?? 0) / (signals['chance'] ?? 1);
}

/** Newton's method on the log likelihood. */
function fitLogistic(sets: readonly (readonly Point[])[]): Logistic {
  // From the middle: Newton's method runs away from a start on the flat of the curve.
  let [slope, intercept] = [0, 0];
  for (let step = 0; step < STEPS; step++) {
    let [gs, gi, hss, hsi, hii] = [0, 0, 0, 0, 0];
    for (const points of sets) {
      for (const { level, isRelevant } of points) {
        const p = 1 / (1 + Math.exp(-(slope * level + intercept)));
        const [error, weight] = [(Number(isRelevant) - p) / points.length, (p * (1 - p)) / points.length];
        gs += error * level;
        gi += error;
        hss += weight * level * level;
        hsi += weight * level;
        hii += weight;
      }
    }
    const determinant = hss * hii - hsi * hsi;
    slope += (hii * gs - hsi * gi) / determinant;
    intercept += (hss * gi - hsi * gs) / determinant;
  }
  return { slope, intercept };
}

function said(lists: RelevanceLists, { slope, intercept }: Logistic): RelevanceLists {
  const again = (point: RelevancePoint) => ({
    ...point,
    relevance: 1 / (1 + Math.exp(-(slope * levelOf(point) + intercept))),
  });
  return { ...lists, home: lists.home.map(again), wrong: lists.wrong.map((list) => list.map(again)), allWrong: lists.allWrong.map(again) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
