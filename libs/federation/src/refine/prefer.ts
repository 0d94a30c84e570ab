import type { Priorities } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { Reranked } from '../rerank/head-reranker.js';
import { copiesOf, relevanceOf, type Collapsed } from './collapse-duplicates.js';

type Judged = JudgedHit<Candidate>;

const FACTORS: Readonly<Record<Priorities['strategy'], number>> = { natural: 1, soft: 1.1, medium: 1.25, hard: 1.5 };

/** A list with the hits of preferred collections moved up. */
export interface Preferred {
  readonly hits: readonly Judged[];
  /** What each hit was sorted by, and what each of its copies would have been; empty when nothing was preferred. */
  readonly scores: ReadonlyMap<Judged, number>;
  /** By index of the collection; 1 where it is left out. */
  readonly factors: ReadonlyMap<number, number>;
  readonly notes: readonly string[];
}

interface Preferences {
  readonly nominations: readonly Nomination[];
  readonly priorities: Priorities | undefined;
  readonly collapsed: Pick<Collapsed, 'copies'>;
}

/** Sorts by relevance × factor^(n − i), i being the place of the hit's collection in the order of n, from 0; collections that are not in it keep their relevance.
 *  Where a reranker made the order, relevance means the relevance that belongs to a hit's place. Equal ones keep their order; what is shown as relevance stays. What says the same has one relevance.
 *  Of several that say the same, the one that this puts first stands for the others. */
export function prefer({ hits, by }: Pick<Reranked, 'hits' | 'by'>, { nominations, priorities, collapsed }: Preferences): Preferred {
  const factors = factorsOf(nominations, priorities);
  if (factors.size === 0) return { hits, scores: new Map(), factors, notes: [] };
  const standing = hits.map((hit) => relevanceOf(hit, collapsed));
  if (by !== undefined) standing.sort((a, b) => b - a);
  const scores = new Map<Judged, number>();
  for (const [at, hit] of hits.entries())
    for (const copy of copiesOf(hit, collapsed)) scores.set(copy, (standing[at] ?? 0) * (factors.get(copy.collection) ?? 1));
  const leading = hits.map((hit) => copiesOf(hit, collapsed).reduce((best, copy) => (isBetter(copy, best, scores) ? copy : best)));
  return { hits: sortPreferred(leading, scores), scores, factors, notes: [noteOf(factors, nominations)] };
}

/** In the order of these scores; as it is where there are none. */
export function sortPreferred(hits: readonly Judged[], scores: Preferred['scores']): readonly Judged[] {
  return hits.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
}

function isBetter(hit: Judged, than: Judged, scores: Preferred['scores']): boolean {
  return (scores.get(hit) ?? 0) > (scores.get(than) ?? 0);
}

function factorsOf(nominations: readonly Nomination[], priorities: Priorities | undefined): ReadonlyMap<number, number> {
  const { order = [], strategy = 'natural' } = priorities ?? {};
  if (strategy === 'natural') return new Map();
  const places = nominations.map(({ collection }) => order.indexOf(collection.record.name));
  return new Map(places.flatMap((place, at) => (place < 0 ? [] : [[at, FACTORS[strategy] ** (order.length - place)] as const])));
}

function noteOf(factors: ReadonlyMap<number, number>, nominations: readonly Nomination[]): string {
  const preferred = [...factors]
    .sort(([, a], [, b]) => b - a)
    .map(([at, factor]) => `${nominations[at]?.collection.record.name ?? ''} ×${factor.toPrecision(4)}`);
  return `Sorted with priorities: ${preferred.join(', ')}. The relevance that is shown is without them.`;
}
