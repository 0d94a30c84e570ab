import type { Filter, Lane, PointPayload } from '@tributary/contracts';
import type { ErrorRecord } from '@tributary/kernel';

/** A term of the query. */
export interface QueryTerm {
  readonly id: number;
  /** How often the query says it; less than 1 for a word that stands in for an unknown one. */
  readonly weight: number;
}

/** How deep the semantic and the keyword lane go in collections that are searched as one. */
export interface SearchedTogether {
  /** Candidates per lane of all collections together; an engine may name more where documents have many points, so that they are of as many documents. */
  readonly best: number;
  /** Candidates per lane of each collection, where there are so many, even if they are not among those. */
  readonly each: number;
}

export interface NominateRequest {
  /** Physical name. */
  readonly collection: string;
  readonly filter?: Filter;
  /** Lanes to run; one whose input is missing below is not run. */
  readonly lanes: readonly Lane[];
  /** Candidates per lane at most. */
  readonly limit: number;
  /** One and the same object in the requests that one search makes of several collections. An engine may then answer those that it is asked for at the same time as if they
   *  were one collection, to this depth in place of the limit; or ignore it. */
  readonly together?: SearchedTogether;
  /** Distinct terms of the query; features of the candidates are aligned with them. */
  readonly terms: readonly QueryTerm[];
  /** The query by the collection’s own model: the semantic lane. */
  readonly vector?: Float32Array;
  /** The query by the common model: a score for every candidate, whichever lane nominated it. */
  readonly common?: Float32Array;
  /** Lower-case words of the query for the fuzzy lane. */
  readonly words?: readonly string[];
  /** Return each candidate’s common vector (diversity, feedback). */
  readonly withVectors?: boolean;
}

/** Asks for the judge's signals of given points. */
export interface SignalsRequest extends Pick<NominateRequest, 'collection' | 'filter' | 'terms' | 'vector' | 'common' | 'withVectors'> {
  readonly ids: readonly string[];
}

export interface LaneCandidate {
  /** Index into `NominateResult.candidates`. */
  readonly candidate: number;
  /** Semantic: cosine. Keyword: BM25 by the collection’s own statistics. Fuzzy: BM25 over similar words, weighted by similarity. */
  readonly score: number;
}

export type LaneResult =
  | { readonly status: 'searched'; readonly ranking: readonly LaneCandidate[]; readonly ms: number }
  | { readonly status: 'timed_out' | 'failed' | 'incompatible' | 'stale'; readonly error: ErrorRecord; readonly ms: number };

/** A nominated chunk with every signal the judge needs, whichever lane nominated it. */
export interface Candidate {
  readonly id: string;
  readonly docId: string;
  readonly docVersion: number;
  readonly chunkIndex: number;
  /** Chunks of its document; left out where nobody keeps it, as of points of other programs. */
  readonly totalChunks?: number;
  /** Entry of its document that it stands in (`entryOf`); left out where the document is one text. */
  readonly entry?: string;
  /** Occurrences of each query term in the content, aligned with `NominateRequest.terms`. */
  readonly body: Uint8Array;
  /** The same for the title path. */
  readonly title: Uint8Array;
  /** Tokens of the chunk, title path included. */
  readonly length: number;
  /** Cosine by the collection’s own model; undefined when the query or the chunk has no vector of it. */
  readonly similarity?: number;
  /** Cosine by the common model. */
  readonly commonSimilarity?: number;
  readonly commonVector?: Float32Array;
  /** Present where the engine returns payloads with its candidates anyway. */
  readonly payload?: PointPayload;
}

/** Counts behind BM25 of the whole collection, filter or not. */
export interface TermStatistics {
  readonly points: number;
  /** Sum of all points’ lengths. */
  readonly totalLength: number;
  /** Points that contain each query term, aligned with `NominateRequest.terms`. */
  readonly documentFrequency: readonly number[];
}

export interface NominateResult {
  readonly candidates: readonly Candidate[];
  readonly lanes: Partial<Record<Lane, LaneResult>>;
  readonly statistics: TermStatistics;
  /** True where it was searched as one with others, by `NominateRequest.together`. */
  readonly isJoint?: boolean;
}
