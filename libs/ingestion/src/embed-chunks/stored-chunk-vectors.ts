import type { ChunkToEmbed, DocumentHeader } from '@tributary/contracts';
import type { Engine } from '@tributary/engines-port';
import { titlesBelow, type NamedDocument } from '@tributary/kernel';

/** Finds the vector of a chunk that is stored already. */
export type FindVector = (chunk: Pick<ChunkToEmbed, 'hash' | 'heading'>) => Float32Array | undefined;

/** Vectors of the document's present chunks that may be used again: same content under the same heading, since both are embedded. */
export async function storedChunkVectors(engine: Engine, collection: string, docId: string): Promise<FindVector> {
  const find = await vectorsUnder(engine, { collection, docId }, (_, heading) => heading);
  return ({ hash, heading }) => find(hash, heading);
}

/** Vectors of the file that this document was before it moved: same content under the same headings, whatever its path and title. The path is
 *  embedded, too; that a moved file keeps the vectors of its old path is the price of a move that embeds nothing (docs/adr/0052-watching.md). */
export async function movedChunkVectors(
  engine: Engine,
  collection: string,
  { vectors_from: docId = '', ...moved }: Pick<DocumentHeader, 'vectors_from' | keyof NamedDocument>,
): Promise<FindVector> {
  const find = await vectorsUnder(engine, { collection, docId }, titlesBelow);
  return ({ hash, heading }) => find(hash, titlesBelow(moved, heading));
}

async function vectorsUnder(
  engine: Engine,
  { collection, docId }: { readonly collection: string; readonly docId: string },
  spell: (document: NamedDocument, heading: string) => string,
): Promise<(hash: string, heading: string) => Float32Array | undefined> {
  const vectors = await engine.storedVectors(collection, docId);
  if (vectors.size === 0) return () => undefined;
  const headings = new Map<string, string | undefined>();
  for (const { payload } of await engine.read(collection, { docId })) {
    const { hash, heading: whole = '' } = payload;
    const heading = spell(payload, whole);
    // The same content under two headings has two vectors, and the hash does not tell them apart.
    headings.set(hash, headings.has(hash) && headings.get(hash) !== heading ? undefined : heading);
  }
  return (hash, heading) => (headings.get(hash) === heading ? vectors.get(hash) : undefined);
}
