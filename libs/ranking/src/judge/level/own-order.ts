import type { Lane } from '@tributary/contracts';
import { OWN_ORDER, type OwnOrderWeights } from '../weights/parameters.js';
import type { CollectionSignals } from '../evidence/signals.js';

/** The order of one collection's candidates, as scores whose differences count. */
export interface OwnOrder {
  readonly scores: readonly number[];
  /** What the score of a candidate is made of, by name, where all evidence counts. */
  readonly evidence?: (candidate: number) => Readonly<Record<string, number>>;
}

/** The order by one lane alone: exactly the lane's own. */
export function laneOrder({ signals }: CollectionSignals, lane: Lane): OwnOrder {
  return { scores: signals.map(({ lexical, semantic, fuzzy }) => ({ keyword: lexical.own, semantic: semantic.own, fuzzy })[lane]) };
}

/** What counts how much in a collection's own order, by its model. */
export function orderWithin({ isCommonModel }: Pick<CollectionSignals, 'isCommonModel'>): OwnOrderWeights {
  return OWN_ORDER[isCommonModel ? 'common' : 'other'];
}
