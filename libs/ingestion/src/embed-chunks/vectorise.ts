import type { ChunkToEmbed } from '@tributary/contracts';
import { embeddedText, type EmbeddingProvider } from '@tributary/embedding-port';
import { embedTolerantly } from './embed-tolerantly.js';
import type { FindVector } from './stored-chunk-vectors.js';

/** One vector per chunk, in order; undefined where the model refuses the text for good. */
export interface ChunkVectors {
  readonly vectors: readonly (Float32Array | undefined)[];
  readonly embedded: number;
  readonly reused: number;
}

/** Takes what is stored and embeds the rest in one call. */
export async function vectorise(
  chunks: readonly ChunkToEmbed[],
  { provider, stored, signal }: { readonly provider: EmbeddingProvider; readonly stored: FindVector; readonly signal: AbortSignal },
): Promise<ChunkVectors> {
  const vectors: (Float32Array | undefined)[] = chunks.map(stored);
  const missing = [...vectors.keys()].filter((i) => vectors[i] === undefined);
  const texts = missing.flatMap((i) => textOf(chunks[i]));
  const embedded = await embedTolerantly(provider, texts, signal);
  missing.forEach((at, i) => (vectors[at] = embedded[i]));
  return { vectors, embedded: missing.length, reused: chunks.length - missing.length };
}

function textOf(chunk: ChunkToEmbed | undefined): readonly string[] {
  return chunk === undefined ? [] : [embeddedText(chunk.heading, chunk.content)];
}
