import { FITTED } from './fitted.js';

/** How much each piece of evidence counts in a collection's own order; fitted on judged queries (docs/ranking.md says how and what each brings). */
export interface OwnOrderWeights {
  readonly title: number;
  /** Power of the best document's lexical share by which the lexical part is divided: 0 keeps the share of the ideal, 1 the share of the best. */
  readonly gamma: number;
  /** Terms with which a query's words say half as much as those of a very long one do: 0, and they say as much in every query. */
  readonly fewTerms: number;
  readonly similarity: number;
  /** Similarity to the query moved towards its best answers. */
  readonly feedback: number;
  /** How well the passage says the words of the query, or others like them. */
  readonly wordMatch: number;
  /** Share of the score that comes from the most similar documents, 0 to 1. */
  readonly neighbours: number;
}

/** By the model of the collection: cosines of transformer models tell more, and lie closer together. */
export const OWN_ORDER: Readonly<Record<'common' | 'other', OwnOrderWeights>> = { common: FITTED.own, other: FITTED.otherOwn };

/** What makes up the scale shared by all collections, beside the words of the document (docs/ranking.md); `unknownWordMatch` is what the word match counts more
 *  where the common model knows none of the words, and its cosine nothing; `verbatim` is for all of the query word for word. */
export const LEVEL = { cosine: 2, wordMatch: 0.7, unknownWordMatch: 1.8, verbatim: 1.2 } as const;

/** The word match to be expected of a passage nobody read: a regression on those that were. */
export const UNREAD = { start: -0.03, document: 0.89, cosine: 0.36 } as const;

/** By how much a test stands behind what it tests where nobody asks for tests (docs/adr/0123-what-is-tested-before-its-tests.md). */
export const TEST_SET_BACK = 0.3;

/** How much a passage gains that has all of the query word for word (docs/adr/0186-what-is-quoted-leads.md). */
export const VERBATIM = 2.5;

/** How much a passage gains that says all codes of a query of nothing else (docs/adr/0202-codes-in-questions.md), in the order and in the level; and the share of what a query tells that they have to tell: where they tell
 *  less they are words as others are. */
export const CODES = { order: 3, level: 0.8, leastShare: 0.2 } as const;

/** By how much a chunk that says less than the best one of its document stands lower than that one. */
export const CHUNK_STEEPNESS = 1 / 0.35;

/** How several collections are judged as one (docs/ranking.md): what the cosine counts beside the evidence of a collection's own order, which is that of one
 *  collection; then what a collection's own order adds, and what speaks for a collection as a whole. */
export const JOINT = FITTED.joint;

/** What a step of chance counts between collections that found unlike things, in units of their scores (docs/adr/0204-small-collections-beside-large-ones.md). */
export const CHANCE = 1;

/** What the passages of a collection gain that the query calls by a name that the static model does not know as a word (docs/adr/0183-named-collections-are-looked-into-deeper.md). */
export const MEANT = 0.9;

/** None gains by it whose relevance is further below the best passage of another collection that says all of this name. */
export const MEANT_WITHIN = 0.3;

/** How lists that keep their own order are placed: how steeply they fall, and how much the mean of the three best documents lifts a list, in searches of few
 *  and of many collections. */
export const PLACING = { steepness: { evidence: 0.35, lane: 1 }, head: { few: 0.8, many: 0.4, manyFrom: 17 } } as const;
