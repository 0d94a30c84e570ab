import type { PointPayload } from '@tributary/contracts';
import type { Candidate, StoredPoint } from '@tributary/engines-port';
import type { Deadline } from '@tributary/kernel';
import type { JudgedHit } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { Nomination } from '../nominate/nominate-collection.js';
import { within } from '../plan/within.js';

type Judged = JudgedHit<Candidate>;

interface ReadLimits {
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

/** Reads the passages of hits, as far as they may be hits for this caller. One that is gone, or whose collection does not hand it out in time, is missing. */
export async function readPassages(
  hits: readonly Judged[],
  nominations: readonly Nomination[],
  limits: ReadLimits,
): Promise<ReadonlyMap<Judged, PointPayload>> {
  const points = await readPoints(hits, nominations, { ...limits, withVectors: () => false });
  return new Map([...points].map(([hit, { payload }]) => [hit, payload]));
}

/** Of the searches that are under way: their steps look at the same best passages, and each is read once. */
const known = new WeakMap<Candidate, StoredPoint>();

/** The same as points, in the order of the hits. @param withVectors of which collections they come with their vectors, by its place */
export async function readPoints(
  hits: readonly Judged[],
  nominations: readonly Nomination[],
  { withVectors, ...limits }: ReadLimits & { readonly withVectors: (collection: number) => boolean },
): Promise<ReadonlyMap<Judged, StoredPoint>> {
  const isKnown = ({ collection, candidate }: Judged) => {
    const point = known.get(candidate);
    return point !== undefined && (point.vector !== undefined || !withVectors(collection));
  };
  const byCollection = Map.groupBy(
    hits.filter((hit) => !isKnown(hit)),
    ({ collection }) => collection,
  );
  await Promise.all(
    [...byCollection].map(async ([at, ofCollection]) => {
      const ids = ofCollection.map(({ candidate }) => candidate.id);
      const points = await readOrNothing(nominations[at]?.collection, ids, { ...limits, withVectors: withVectors(at) });
      const byId = new Map(points.map((point) => [point.id, point]));
      for (const { candidate } of ofCollection) {
        const point = byId.get(candidate.id);
        if (point) known.set(candidate, point);
      }
    }),
  );
  return new Map(
    hits.flatMap((hit) => {
      const point = known.get(hit.candidate);
      return point ? [[hit, point] as const] : [];
    }),
  );
}

async function readOrNothing(
  collection: ScopedCollection | undefined,
  ids: readonly string[],
  { withVectors, ...limits }: ReadLimits & { readonly withVectors: boolean },
): Promise<readonly StoredPoint[]> {
  if (collection === undefined) return [];
  try {
    return await within(limits, (signal) => collection.readHits(ids, signal, { withVectors }));
  } catch {
    return [];
  }
}
