import { FITTED } from './fitted.js';

/** How much each piece of evidence counts in a collection's own order; fitted on judged queries (docs/ranking.md says how and what each brings). */
export interface OwnOrderWeights {
  readonly title: number;
  /** Power of the best document's lexical share by which the lexical part is divided: 0 keeps the share of the ideal, 1 the share of the best. */
  readonly gamma: number;
  readonly similarity: number;
  /** Similarity to the query moved towards its best answers. */
  readonly feedback: number;
  /** How well the passage says the words of the query, or others like them. */
  readonly wordMatch: number;
}

/** By the model of the collection: cosines of transformer models lie closer together. The first is fitted, the second chosen by hand (docs/ranking.md). */
export const OWN_ORDER: Readonly<Record<'common' | 'other', OwnOrderWeights>> = {
  common: FITTED.own,
  other: { title: 0.35, gamma: 0.45, similarity: 2.75, feedback: 0.8, wordMatch: 0.85 },
};

/** What makes up the scale shared by all collections, beside the words of the document; chosen on federated searches (docs/ranking.md). Between collections the
 *  cosine tells more than relevance gains from it. */
export const LEVEL = { cosine: { federation: 2, relevance: 1.5 }, wordMatch: 0.7 } as const;

/** The word match to be expected of a passage nobody read: a regression on those that were. */
export const UNREAD = { start: -0.03, document: 0.89, cosine: 0.36 } as const;

/** How steeply a collection's own order falls into the scale shared by all; `head`: how much the mean of its three best documents lifts a collection,
 *  in searches of few and of many collections. */
export const STEEPNESS = { evidence: 0.35, lane: 1 } as const;
export const HEAD_WEIGHT = { few: 0.8, many: 0.4, manyFrom: 17 } as const;
