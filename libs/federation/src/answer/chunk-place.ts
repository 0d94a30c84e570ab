import type { ChunkPlace, StoredPoint } from '@tributary/engines-port';

export function placeOf({ payload }: StoredPoint): ChunkPlace {
  const { doc_id: docId, doc_version: docVersion, chunk_index: chunkIndex, total_chunks: totalChunks } = payload;
  return { docId, docVersion, chunkIndex, totalChunks };
}
