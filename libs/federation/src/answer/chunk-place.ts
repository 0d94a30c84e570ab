import type { StoredPoint } from '@tributary/engines-port';
import type { ChunkPlace } from '../conditions/whole-documents.js';

export function placeOf({ payload }: StoredPoint): ChunkPlace {
  const { doc_id: docId, doc_version: docVersion, chunk_index: chunkIndex, total_chunks: totalChunks } = payload;
  return { docId, docVersion, chunkIndex, totalChunks };
}
