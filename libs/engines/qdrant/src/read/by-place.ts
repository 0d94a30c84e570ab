import type { StoredPoint } from '@tributary/engines-port';

/** By document, then by chunk. */
export function byPlace({ payload: a }: StoredPoint, { payload: b }: StoredPoint): number {
  return a.doc_id === b.doc_id ? a.chunk_index - b.chunk_index : a.doc_id < b.doc_id ? -1 : 1;
}
