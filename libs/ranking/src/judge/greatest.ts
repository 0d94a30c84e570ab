/** The greatest value of some chunks, without a list of them all: this is asked for every document several times in a search. */
export function greatest(chunks: readonly number[], valueOf: (chunk: number) => number | undefined): number {
  let most = -Infinity;
  for (const chunk of chunks) most = Math.max(most, valueOf(chunk) ?? 0);
  return most;
}
