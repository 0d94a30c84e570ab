import type { Candidate } from '@tributary/engines-port';
import { dealOut, type JudgedHit } from '@tributary/ranking';

type Judged = JudgedHit<Candidate>;

/** One document of the head: its hits, the best first. */
export interface HeadDocument {
  readonly best: Judged;
  readonly hits: readonly Judged[];
}

/** The documents of the best hits, at most so many. @param hits the best first */
export function headOf(
  hits: readonly Judged[],
  { most, documentOf }: { readonly most: number; readonly documentOf: (hit: Judged) => string },
): readonly HeadDocument[] {
  const documents = new Map<string, [Judged, ...Judged[]]>();
  for (const hit of hits) {
    const name = documentOf(hit);
    const known = documents.get(name);
    if (known) known.push(hit);
    else if (documents.size < most) documents.set(name, [hit]);
  }
  return [...documents.values()].map((ofDocument) => ({ best: ofDocument[0], hits: ofDocument }));
}

/** Hits in a new order, with the scores they are now ordered by. */
export interface Reordered {
  readonly hits: readonly Judged[];
  readonly scores: ReadonlyMap<Judged, number>;
}

/** Lets the documents that were scored exchange places among themselves. The hits of a document keep their distances, so that its best one stays its best.
 *  @param scores what the head's documents are to be ordered by, in their order; undefined for one that stays in its place */
export function reorder(hits: readonly Judged[], head: readonly HeadDocument[], scores: readonly (number | undefined)[]): Reordered {
  const first = head.map(({ best }) => best.score);
  const dealt = dealOut(first, scores);
  const places = new Map(hits.map((hit) => [hit, hit.score]));
  head.forEach((document, at) => {
    const lift = (dealt[at] ?? 0) - document.best.score;
    for (const hit of document.hits) places.set(hit, hit.score + lift);
  });
  const scoreOf = (hit: Judged) => places.get(hit) ?? hit.score;
  return { hits: hits.toSorted((a, b) => scoreOf(b) - scoreOf(a)), scores: places };
}
