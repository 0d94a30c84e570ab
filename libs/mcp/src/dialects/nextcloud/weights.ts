import { permanent, type TributaryError } from '@tributary/kernel';

export const LANES = ['semantic', 'keyword', 'fuzzy'] as const;
export type Lane = (typeof LANES)[number];

/** How much each lane counts. */
export type Weights = Readonly<Record<Lane, number>>;

/** Sums of decimal fractions miss 1 by as much. */
const TOLERANCE = 1e-9;

/** The weights of a hybrid search, checked. @throws `SEARCH.WEIGHTS_INVALID` with the texts clients know */
export function checkedWeights(weights: Weights): Weights {
  if (LANES.some((lane) => weights[lane] < 0)) throw refuse('Weights must be non-negative');
  const total = sumOf(weights);
  if (total > 1 + TOLERANCE) throw refuse(`Weights sum to ${total.toFixed(2)}, must be ≤1.0`);
  if (total === 0) throw refuse('At least one weight must be > 0');
  return weights;
}

export function sumOf({ semantic, keyword, fuzzy }: Weights): number {
  return semantic + keyword + fuzzy;
}

/** All weight on one lane. */
export function onlyLane(lane: Lane): Weights {
  return { semantic: 0, keyword: 0, fuzzy: 0, [lane]: 1 };
}

function refuse(message: string): TributaryError {
  return permanent('SEARCH.WEIGHTS_INVALID', message);
}
