import type { QueryTerm } from '@tributary/engines-port';
import type { Bitmap } from '../memory/bitmap.js';
import type { RankedSlot } from '../memory/top-slots.js';

/** What the score of a slot depends on beside its occurrences. */
export interface PointLengths {
  /** Tokens of the point in each slot. */
  readonly lengthOfSlot: Uint32Array;
  readonly points: number;
  readonly totalLength: number;
}

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
  /** Points that contain each term, aligned with `terms`. */
  readonly documentFrequency: readonly number[];
  readonly admitted: Bitmap;
  readonly lengths: PointLengths;
  readonly limit: number;
  /** Breaks ties. */
  readonly isBefore: (slot: number, other: number) => boolean;
}

/** Which terms occur in which slots, and how often. */
export interface Postings {
  /** Adds the terms of a slot; slots come in ascending order. */
  append(slot: number, row: TermRow): void;
  /** Live slots that contain the term. */
  documentFrequency(term: number, live: Bitmap, hasGaps: boolean): number;
  /** Best admitted slots by BM25 with the weights of the query’s terms; only slots with a score above 0. */
  rank(request: RankRequest): readonly RankedSlot[];
  /** Counts each term in each slot: row after row of one byte a term, in the order given. */
  occurrences(terms: readonly QueryTerm[], slots: readonly number[]): Occurrences;
}
