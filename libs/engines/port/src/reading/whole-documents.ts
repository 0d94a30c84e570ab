/** What tells a chunk's place in its document. */
export interface ChunkPlace {
  readonly docId: string;
  readonly docVersion: number;
  readonly chunkIndex: number;
  readonly totalChunks: number;
}

/** A place in a document of which it may be unknown how many chunks it has. */
export interface KnownPlace extends Omit<ChunkPlace, 'totalChunks'> {
  readonly totalChunks?: number;
}

/** Keeps, per document, only chunks of the newest version present, and none beyond that version's end: an engine that overwrites chunk by chunk
 *  may show old ones beside new ones while a document is replaced. */
export function onlyNewestVersions<Chunk extends KnownPlace>(chunks: readonly Chunk[]): readonly Chunk[] {
  const newest = new Map<string, number>();
  for (const { docId, docVersion } of chunks) newest.set(docId, Math.max(docVersion, newest.get(docId) ?? 0));
  return chunks.filter(
    ({ docId, docVersion, chunkIndex, totalChunks = Infinity }) => docVersion === newest.get(docId) && chunkIndex < totalChunks,
  );
}

/** True when the chunks, in order, are one whole version of a document. */
export function isWholeVersion(chunks: readonly ChunkPlace[]): boolean {
  const [first] = chunks;
  if (first?.totalChunks !== chunks.length) return false;
  return chunks.every(
    ({ docVersion, totalChunks, chunkIndex }, at) => docVersion === first.docVersion && totalChunks === chunks.length && chunkIndex === at,
  );
}
