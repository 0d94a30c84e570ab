import type { StoredPoint } from '../engine/reading.js';

/** Orders points by document, then by chunk: what a reading without ids comes in. */
export function byPlace({ payload: a }: Pick<StoredPoint, 'payload'>, { payload: b }: Pick<StoredPoint, 'payload'>): number {
  return a.doc_id === b.doc_id ? a.chunk_index - b.chunk_index : a.doc_id < b.doc_id ? -1 : 1;
}
