import type { TermFeatures } from './evidence/lexical.js';

/** A nominated chunk with what it is judged by. */
export interface JudgedCandidate extends TermFeatures {
  readonly id: string;
  readonly docId: string;
  /** Version of its document: of equals the older goes first. */
  readonly docVersion?: number;
  /** Cosine by the collection's own model. */
  readonly similarity?: number;
  /** Cosine by the model common to all collections. */
  readonly commonSimilarity?: number;
  /** Unit vector by that model; without it nothing is learned from the best answers. */
  readonly commonVector?: Float32Array;
  /** Its place in its document, from 0; without it nothing tells whether its document is about one thing. */
  readonly chunkIndex?: number;
  /** Chunks of its document; left out: those nominated are all. */
  readonly totalChunks?: number;
  /** Entry of its document that it stands in, where that is made of entries which have nothing to do with each other, as a mailbox is of mails. */
  readonly entry?: string;
}

/** Names what a candidate is judged with, among the candidates of its collection: its document, or its entry of that. */
export function unitOf({ docId, entry }: Pick<JudgedCandidate, 'docId' | 'entry'>): string {
  return entry === undefined ? docId : `${docId} ${entry}`;
}
