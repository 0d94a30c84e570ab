import type { Candidate } from '../engine/nominate.js';
import type { StoredPoint } from '../engine/reading.js';

/** What the judge is told of a point that another program made: no terms, and not how many its document has, since none
 *  of that is kept. */
export function foreignCandidate({ id, payload }: Pick<StoredPoint, 'id' | 'payload'>, similarity: number | undefined): Candidate {
  return {
    id,
    docId: payload.doc_id,
    docVersion: payload.doc_version,
    chunkIndex: payload.chunk_index,
    body: new Uint8Array(),
    title: new Uint8Array(),
    length: 0,
    payload,
    ...(similarity === undefined ? {} : { similarity }),
  };
}
