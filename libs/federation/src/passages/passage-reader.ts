import type { PointPayload } from '@tributary/contracts';
import type { Candidate, StoredPoint } from '@tributary/engines-port';
import { type Deadline, within } from '@tributary/kernel';
import type { JudgedHit } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';

type Judged = JudgedHit<Candidate>;

interface ReadLimits {
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

/** Reads the passages of one search, as far as they may be hits for its caller. Its steps look at the same best ones, and each is read once. One that is gone, or whose
 *  collection does not hand it out in time, is missing. */
export class PassageReader {
  readonly #collections: readonly ScopedCollection[];
  readonly #read = new Map<Candidate, StoredPoint>();

  /** @param collections in the order that hits name them by */
  constructor(collections: readonly ScopedCollection[]) {
    this.#collections = collections;
  }

  /** In the order of the hits. */
  async payloads(hits: readonly Judged[], limits: ReadLimits): Promise<ReadonlyMap<Judged, PointPayload>> {
    const points = await this.points(hits, { ...limits, withVectors: () => false });
    return new Map([...points].map(([hit, { payload }]) => [hit, payload]));
  }

  /** The same as points. @param withVectors of which collections they come with their vectors, by its place */
  async points(
    hits: readonly Judged[],
    { withVectors, ...limits }: ReadLimits & { readonly withVectors: (collection: number) => boolean },
  ): Promise<ReadonlyMap<Judged, StoredPoint>> {
    const isRead = ({ collection, candidate }: Judged) => {
      const point = this.#read.get(candidate);
      return point !== undefined && (point.vector !== undefined || !withVectors(collection));
    };
    const byCollection = Map.groupBy(
      hits.filter((hit) => !isRead(hit)),
      ({ collection }) => collection,
    );
    await Promise.all(
      [...byCollection].map(async ([at, ofCollection]) => {
        const ids = ofCollection.map(({ candidate }) => candidate.id);
        const points = await readOrNothing(this.#collections[at], ids, { ...limits, withVectors: withVectors(at) });
        const byId = new Map(points.map((point) => [point.id, point]));
        for (const { candidate } of ofCollection) {
          const point = byId.get(candidate.id);
          if (point) this.#read.set(candidate, point);
        }
      }),
    );
    return new Map(
      hits.flatMap((hit) => {
        const point = this.#read.get(hit.candidate);
        return point ? [[hit, point] as const] : [];
      }),
    );
  }
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
