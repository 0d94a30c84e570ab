import type { Candidate } from '../engine/nominate.js';
import type { StoredPoint } from '../engine/reading.js';

/** What the judge is told of a point that another program made: no terms, since none are kept of it. */
export function foreignCandidate({ id, payload }: Pick<StoredPoint, 'id' | 'payload'>, similarity: number | undefined): Candidate {
  return {
    id,
    docId: payload.doc_id,
    docVersion: payload.doc_version,
    chunkIndex: payload.chunk_index,
    totalChunks: payload.total_chunks,
    body: new Uint8Array(),
    title: new Uint8Array(),
    length: 0,
    payload,
    ...(similarity === undefined ? {} : { similarity }),
  };
}
