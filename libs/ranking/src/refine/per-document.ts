/** Hits of one document beyond the limit, left out and counted. */
export interface LimitedHits<Hit> {
  readonly kept: readonly Hit[];
  /** Hits left out, by document. */
  readonly more: ReadonlyMap<string, number>;
}

export interface DocumentLimit<Hit> {
  readonly limit: number;
  /** Names the document of a hit. */
  readonly documentOf: (hit: Hit) => string;
}

interface Limits<Hit> extends DocumentLimit<Hit> {
  /** Hits that say what this one says and stand in no place of their own, the best first. */
  readonly copiesOf?: (hit: Hit) => readonly Hit[];
}

/** Keeps at most `limit` hits of each document, the best ones. Where one is left out, the first of its copies whose document has room takes its place. @param hits the best first */
export function limitPerDocument<Hit>(hits: readonly Hit[], { limit, documentOf, copiesOf }: Limits<Hit>): LimitedHits<Hit> {
  const [taken, more] = [new Map<string, number>(), new Map<string, number>()];
  const hasRoom = (hit: Hit) => (taken.get(documentOf(hit)) ?? 0) < limit;
  const kept = hits.flatMap((hit) => {
    const group = [hit, ...(copiesOf?.(hit) ?? [])];
    const at = group.findIndex(hasRoom);
    const crowded = at < 0 ? group : group.slice(0, at);
    for (const one of crowded) increment(more, documentOf(one));
    const shown = group.slice(crowded.length, crowded.length + 1);
    for (const one of shown) increment(taken, documentOf(one));
    return shown;
  });
  return { kept, more };
}

function increment(counts: Map<string, number>, document: string): void {
  counts.set(document, (counts.get(document) ?? 0) + 1);
}
