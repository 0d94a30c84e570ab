import type { DocumentFence, DocumentWrite } from '@tributary/engines-port';

/** A whole document as it is to be written to the target. */
export type CopiedDocument = Omit<DocumentWrite, 'collection'>;

/** A document the source knows of. */
export interface ListedDocument {
  readonly key: string;
  /** Chunks, as far as known: batches are measured by them. */
  readonly points: number;
}

/** A document and the state of the source that is meant. */
export interface WantedDocument {
  readonly docId: string;
  readonly fence: DocumentFence;
}

export interface Neighbour {
  readonly id: string;
  readonly score: number;
}

/** What is moved, in the ids and the layout of the target. */
export interface MigrationSource {
  /** Every document it knows, deleted ones included, by id. */
  list(signal: AbortSignal): Promise<ReadonlyMap<string, ListedDocument>>;
  /** What stands in the source now; `known` is what the target knows, read before. */
  fences(docIds: readonly string[], known: readonly (DocumentFence | undefined)[]): Promise<readonly (DocumentFence | undefined)[]>;
  /** Whole documents; those that were changed meanwhile are left out. */
  read(wanted: readonly WantedDocument[], signal: AbortSignal): Promise<readonly CopiedDocument[]>;
  /** The nearest points to a vector, best first. */
  nearest(vector: Float32Array, limit: number, signal: AbortSignal): Promise<readonly Neighbour[]>;
}

/** True when both say the same of a document. */
export function isSameFence(a: DocumentFence | undefined, b: DocumentFence | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.version === b.version && a.deleted === b.deleted && (a.deleted || a.hash === b.hash);
}
