import type { QueryTerm, TermStatistics } from '@tributary/engines-port';
import type { Bitmap } from '../memory/bitmap.js';
import type { Contest } from '../memory/joint-ranking.js';

export interface Occurrences {
  readonly body: Uint8Array;
  readonly title: Uint8Array;
}

/** The terms of one point. */
export interface TermRow {
  forEachTerm(visit: (id: number, body: number, title: number) => void): void;
}

export interface RankRequest {
  readonly terms: readonly QueryTerm[];
  /** Counts behind BM25: of this collection, or of several that are searched as one. */
  readonly counts: TermStatistics;
  readonly admitted: Bitmap;
  /** Tokens of the point in each slot. */
  readonly lengthOfSlot: Uint32Array;
}

/** Which terms occur in which slots, and how often. */
export interface Postings {
  /** Adds the terms of a slot; slots come in ascending order. */
  append(slot: number, row: TermRow): void;
  /** Live slots that contain the term. */
  documentFrequency(term: number, live: Bitmap, hasGaps: boolean): number;
  /** Offers the admitted slots by BM25 with the weights of the query’s terms; only slots with a score above 0. */
  rank(request: RankRequest, contest: Contest): void;
  /** Counts each term in each slot: row after row of one byte a term, in the order given. */
  occurrences(terms: readonly QueryTerm[], slots: readonly number[]): Occurrences;
}
