import type { DocumentWrite, Point } from '@tributary/engines-port';

/** What the index keeps of a document: its version, and the words of each point under the same id. No text. */
export function sideDocument({ points, ...document }: DocumentWrite, collection: string): DocumentWrite {
  return { ...document, collection, points: points.map(sidePoint) };
}

function sidePoint({ id, payload, features }: Point): Point {
  const { original_id, doc_id, doc_version, chunk_index, total_chunks, type } = payload;
  return {
    id,
    payload: {
      original_id,
      doc_id,
      doc_version,
      chunk_index,
      total_chunks,
      type,
      title: '',
      source: '',
      chunk_type: '',
      content: '',
      hash: '',
      indexed_at: '',
    },
    features,
  };
}
