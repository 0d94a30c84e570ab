import type { ChunkToEmbed } from '@tributary/contracts';
import type { Engine } from '@tributary/engines-port';

/** Finds the vector of a chunk that is stored already. */
export type FindVector = (chunk: Pick<ChunkToEmbed, 'hash' | 'heading'>) => Float32Array | undefined;

/** Vectors of the document's present chunks that may be used again: same content under the same heading, since both are embedded. */
export async function storedChunkVectors(engine: Engine, collection: string, docId: string): Promise<FindVector> {
  const vectors = await engine.storedVectors(collection, docId);
  if (vectors.size === 0) return () => undefined;
  const headings = new Map<string, string | undefined>();
  for (const { payload } of await engine.read(collection, { docId })) {
    const { hash, heading = '' } = payload;
    // The same content under two headings has two vectors, and the hash does not tell them apart.
    headings.set(hash, headings.has(hash) && headings.get(hash) !== heading ? undefined : heading);
  }
  return ({ hash, heading }) => (headings.get(hash) === heading ? vectors.get(hash) : undefined);
}
