import { onlyNewestVersions, type StoredPoint } from '@tributary/engines-port';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { failureOf, type Failure } from '../nominate/failure.js';
import { within } from '../plan/within.js';
import type { RefinedHit } from '../refine/refined-hit.js';
import { placeOf } from './chunk-place.js';
import type { PageRequest } from './page-request.js';

/** A hit with its passage. */
export interface ReadHit {
  readonly hit: RefinedHit;
  readonly point: StoredPoint;
  /** Its place in the list, from 0. */
  readonly at: number;
}

export interface ReadHits {
  readonly hits: readonly ReadHit[];
  /** Where the list goes on. */
  readonly next: number;
  /** Listed passages that are not there any more, or no longer for this caller. */
  readonly gone: number;
  /** Collections that did not hand out their passages, by name. */
  readonly lost: ReadonlyMap<string, Failure>;
}

/** Reads passages in the order of the list until there are `limit` of them. One that is gone makes room for the next. */
export async function readHits(list: readonly RefinedHit[], page: PageRequest): Promise<ReadHits> {
  const read: ReadHit[] = [];
  const lost = new Map<string, Failure>();
  let visible: readonly ReadHit[] = [];
  let next = page.from;
  while (visible.length < page.limit && next < list.length) {
    const batch = list.slice(next, next + page.limit - visible.length);
    const points = await readBatch(batch, page, lost);
    batch.forEach((hit, at) => {
      const point = points.get(hit);
      if (point) read.push({ hit, point, at: next + at });
    });
    next += batch.length;
    visible = wholeOnly(read);
  }
  const wasLost = list.slice(page.from, next).filter(({ listed }) => lost.has(listed.collection)).length;
  return { hits: visible, next, gone: next - page.from - visible.length - wasLost, lost };
}

async function readBatch(
  batch: readonly RefinedHit[],
  page: PageRequest,
  lost: Map<string, Failure>,
): Promise<ReadonlyMap<RefinedHit, StoredPoint>> {
  const byCollection = Map.groupBy(
    batch.filter(({ listed }) => !lost.has(listed.collection)),
    ({ collection }) => collection,
  );
  const read = await Promise.all(
    [...byCollection].map(async ([collection, hits]) => {
      if (collection === undefined) return [];
      try {
        return await readFrom(collection, hits, page);
      } catch (error) {
        lost.set(collection.record.name, failureOf(error));
        return [];
      }
    }),
  );
  return new Map(read.flat());
}

async function readFrom(
  collection: ScopedCollection,
  hits: readonly RefinedHit[],
  { deadline, signal }: PageRequest,
): Promise<readonly (readonly [RefinedHit, StoredPoint])[]> {
  const ids = hits.map(({ listed }) => listed.id);
  const points = await within({ deadline, signal }, (limit) => collection.readHits(ids, limit));
  const byId = new Map(points.map((point) => [point.id, point]));
  return hits.flatMap((hit) => {
    const point = byId.get(hit.listed.id);
    return point ? [[hit, point] as const] : [];
  });
}

function wholeOnly(read: readonly ReadHit[]): readonly ReadHit[] {
  return onlyNewestVersions(read.map((one) => ({ ...placeOf(one.point), one }))).map(({ one }) => one);
}
