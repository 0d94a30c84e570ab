import type { ChunkToEmbed } from '@tributary/contracts';
import { embedTolerantly, embeddedPassage, type EmbeddingProvider } from '@tributary/embedding-port';
import { countTokens } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';
import type { FindVector } from './stored-chunk-vectors.js';

/** One vector per chunk, in order; undefined where the model refuses the text for good. */
export interface ChunkVectors {
  readonly vectors: readonly (Float32Array | undefined)[];
  readonly embedded: number;
  readonly reused: number;
}

interface Vectoriser {
  readonly provider: EmbeddingProvider;
  readonly stored: FindVector;
  /** True for the model that vectors came by with their texts: the collection's own. */
  readonly isOwn: boolean;
  readonly signal: AbortSignal;
  readonly countTokens?: Collaborators['countTokens'] | undefined;
}

/** Takes what is given or stored and embeds the rest in one call. */
export async function vectorise(
  chunks: readonly ChunkToEmbed[],
  { provider, stored, isOwn, signal, ...counting }: Vectoriser,
): Promise<ChunkVectors> {
  const given = ({ vector }: ChunkToEmbed) => (isOwn && vector ? Float32Array.from(vector) : undefined);
  const vectors: (Float32Array | undefined)[] = chunks.map((chunk) => given(chunk) ?? stored(chunk));
  const missing = [...vectors.keys()].filter((i) => vectors[i] === undefined);
  const texts = missing.flatMap((i) => textOf(chunks[i]));
  const embedded = await embedTolerantly(provider, texts, { signal });
  counting.countTokens?.(
    provider.name,
    texts.reduce((tokens, text) => tokens + countTokens(text), 0),
  );
  missing.forEach((at, i) => (vectors[at] = embedded[i]));
  return { vectors, embedded: missing.length, reused: chunks.length - missing.length };
}

function textOf(chunk: ChunkToEmbed | undefined): readonly string[] {
  return chunk === undefined ? [] : [embeddedPassage(chunk)];
}
