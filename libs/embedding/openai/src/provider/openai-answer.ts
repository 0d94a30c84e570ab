import { z } from 'zod';

/** `POST /embeddings`. Vectors come as numbers or as base64 of little-endian 32-bit floats; usage and the rest are not looked at. */
export const EmbeddingList = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.union([z.string(), z.array(z.unknown())]) })),
});

/** The lists of numbers in the order of the texts: `index` counts where every entry has one. */
export function listsOf({ data }: z.infer<typeof EmbeddingList>): readonly (Iterable<unknown> & { readonly length: number })[] {
  const isIndexed = new Set(data.map(({ index }) => index)).size === data.length;
  const ordered = isIndexed ? data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)) : data;
  return ordered.map(({ embedding }) => (typeof embedding === 'string' ? floatsOf(embedding) : embedding));
}

function floatsOf(base64: string): readonly number[] {
  const bytes = Buffer.from(base64, 'base64');
  const count = Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  return Array.from({ length: count }, (_, i) => bytes.readFloatLE(i * Float32Array.BYTES_PER_ELEMENT));
}
