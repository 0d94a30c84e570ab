import { LANES, sumOf, type Lane, type Weights } from './weights.js';

/** A document in one lane, by its best passage. */
export interface LaneHit {
  /** Address of the document: tells it from those of the same id elsewhere. */
  readonly document: string;
  readonly id: string;
  readonly score: number;
}

/** A document in the one ranking. */
export interface FusedHit<Hit extends LaneHit> {
  /** Its best passage: the one of the lane that brings it most. */
  readonly hit: Hit;
  /** 0 to 1: 1 is the first place in every lane that counts. */
  readonly score: number;
  readonly algorithms: Readonly<Partial<Record<Lane, { readonly rank: number; readonly score: number }>>>;
}

/** The constant of reciprocal rank fusion (Cormack, Clarke & Büttcher 2009). */
const K = 60;

interface Gathered<Hit> {
  readonly hit: Hit;
  /** What the lane of `hit` brings. */
  readonly most: number;
  readonly sum: number;
  readonly algorithms: FusedHit<LaneHit & Hit>['algorithms'];
}

/** Weighted reciprocal rank fusion by document: Σ weight / (60 + rank), ranks from 1, divided by what first places everywhere would bring; ties by id.
 *  @param lanes the best first, each document once */
export function fuseByRank<Hit extends LaneHit>(lanes: Readonly<Partial<Record<Lane, readonly Hit[]>>>, weights: Weights): FusedHit<Hit>[] {
  const gathered = new Map<string, Gathered<Hit>>();
  for (const lane of LANES) {
    if (weights[lane] === 0) continue;
    for (const [at, hit] of (lanes[lane] ?? []).entries()) {
      const rank = at + 1;
      const share = weights[lane] / (K + rank);
      const known = gathered.get(hit.document);
      gathered.set(hit.document, {
        ...(known !== undefined && known.most >= share ? { hit: known.hit, most: known.most } : { hit, most: share }),
        sum: (known?.sum ?? 0) + share,
        algorithms: { ...known?.algorithms, [lane]: { rank, score: hit.score } },
      });
    }
  }
  const best = sumOf(weights) / (K + 1);
  return [...gathered.values()]
    .toSorted((a, b) => b.sum - a.sum || compareIds(a.hit, b.hit))
    .map(({ hit, sum, algorithms }) => ({ hit, score: sum / best, algorithms }));
}

function compareIds(a: LaneHit, b: LaneHit): number {
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return a.document < b.document ? -1 : 1;
}
