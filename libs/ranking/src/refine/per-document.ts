/** Hits of one document beyond the limit, left out and counted. */
export interface LimitedHits<Hit> {
  readonly kept: readonly Hit[];
  /** Hits left out, by document. */
  readonly more: ReadonlyMap<string, number>;
}

/** Keeps at most `limit` hits of each document, the best ones.
 *  @param hits the best first @param documentOf names the document of a hit */
export function limitPerDocument<Hit>(
  hits: readonly Hit[],
  { limit, documentOf }: { limit: number; documentOf: (hit: Hit) => string },
): LimitedHits<Hit> {
  const seen = new Map<string, number>();
  const kept = hits.filter((hit) => {
    const document = documentOf(hit);
    const count = (seen.get(document) ?? 0) + 1;
    seen.set(document, count);
    return count <= limit;
  });
  const more = [...seen].filter(([, count]) => count > limit).map(([document, count]) => [document, count - limit] as const);
  return { kept, more: new Map(more) };
}
