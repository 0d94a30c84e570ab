/** The greatest value of some chunks, without a list of them all: this is asked for every document several times in a search. */
export function greatest(chunks: readonly number[], valueOf: (chunk: number) => number | undefined): number {
  let most = -Infinity;
  for (const chunk of chunks) most = Math.max(most, valueOf(chunk) ?? 0);
  return most;
}

/** The chunk with the greatest value, the first of those that are equal. */
export function bestChunk(chunks: readonly number[], valueOf: (chunk: number) => number): number {
  let best = chunks[0] ?? 0;
  for (const chunk of chunks) if (valueOf(chunk) > valueOf(best)) best = chunk;
  return best;
}
