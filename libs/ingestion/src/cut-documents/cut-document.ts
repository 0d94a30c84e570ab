import type { ChunkedDocument } from '@tributary/chunking';
import type { ChunkToEmbed } from '@tributary/contracts';
import { sha256Hex } from '@tributary/kernel/ids';

/** A document taken apart, ready for the embedder. */
export interface CutDocument {
  readonly title: string;
  readonly lang?: string | undefined;
  readonly notes?: readonly string[] | undefined;
  readonly chunks: readonly ChunkToEmbed[];
}

export function toCutDocument({ chunks, ...document }: ChunkedDocument): CutDocument {
  return {
    ...document,
    chunks: chunks.map(({ range, symbols, ...chunk }) => ({
      ...chunk,
      ...(symbols === undefined ? {} : { symbols: [...symbols] }),
      range: { start: position(range.start), end: position(range.end) },
      hash: sha256Hex(chunk.content),
    })),
  };
}

function position([line, column]: readonly [number, number]): [number, number] {
  return [line, column];
}
