import { onlyNewestVersions, type StoredPoint } from '@tributary/engines-port';
import { within } from '@tributary/kernel';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { passes } from '../conditions/check-contents.js';
import type { ListPlace } from '../cursor/cursor-text.js';
import { failureOf, type Failure } from '../nominate/failure.js';
import type { RefinedHit } from '../refine/refined-hit.js';
import { placeOf } from './chunk-place.js';
import type { PageRequest } from './page-request.js';
import { standInsFor } from './stand-ins.js';

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
  readonly next: ListPlace;
  /** Listed passages that are not there any more, or no longer for this caller. */
  readonly gone: number;
  /** True when the time was over before there were enough. */
  readonly isCutShort: boolean;
  /** Collections that did not hand out their passages, by name. */
  readonly lost: ReadonlyMap<string, Failure>;
}

/** Reads passages until there are `limit` of them: what was left out before, then on in the order of the list. One that is gone leaves its place to the first of its near
 *  duplicates that is there, or makes room for the next. Who is asked when the time is over cannot answer in it: such passages are left for another page. */
export async function readHits(list: readonly RefinedHit[], page: PageRequest): Promise<ReadHits> {
  const read: ReadHit[] = [];
  const lost = new Map<string, Failure>();
  const { offset, leftOut } = page.from;
  const open = [...leftOut, ...list.keys().drop(offset)].flatMap((at) => ({ at, hit: list[at] })).filter(isListed);
  let visible: readonly ReadHit[] = [];
  let taken = 0;
  const isFull = () => visible.length >= page.limit || taken >= open.length;
  while (!isFull() && (taken === 0 || !page.deadline.hasPassed)) {
    const batch = open.slice(taken, taken + page.limit - visible.length);
    read.push(...(await readPlaces(batch, page, lost)));
    taken += batch.length;
    visible = wholeOnly(read);
  }
  const shown = new Set(visible.map(({ at }) => at));
  const wasLost = open.slice(0, taken).filter(({ at, hit }) => !shown.has(at) && lost.has(hit.listed.collection)).length;
  const next = { offset: Math.max(offset, (open[taken - 1]?.at ?? -1) + 1), leftOut: leftOut.slice(taken) };
  return { hits: visible, next, gone: taken - visible.length - wasLost, isCutShort: !isFull(), lost };
}

interface PlacedHit {
  readonly at: number;
  readonly hit: RefinedHit;
}

function isListed(place: { readonly at: number; readonly hit: RefinedHit | undefined }): place is PlacedHit {
  return place.hit !== undefined;
}

async function readPlaces(batch: readonly PlacedHit[], page: PageRequest, lost: Map<string, Failure>): Promise<readonly ReadHit[]> {
  const hits = batch.map(({ hit }) => hit);
  const points = await readBatch(hits, page, lost);
  const missing = page.deadline.hasPassed ? [] : hits.filter((hit) => !points.has(hit));
  const standIns = new Map(missing.map((hit) => [hit, standInsFor(hit)]));
  const copies = await readBatch([...standIns.values()].flat(), page, lost);
  return batch.flatMap(({ at, hit: listed }) => {
    const hit = points.has(listed) ? listed : standIns.get(listed)?.find((copy) => copies.has(copy));
    const point = hit && (points.get(hit) ?? copies.get(hit));
    return hit && point ? [{ hit, point, at }] : [];
  });
}

async function readBatch(
  batch: readonly RefinedHit[],
  page: PageRequest,
  lost: Map<string, Failure>,
): Promise<ReadonlyMap<RefinedHit, StoredPoint>> {
  for (const { listed } of batch) {
    const failure = page.away?.get(listed.collection);
    if (failure) lost.set(listed.collection, failure);
  }
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
  { deadline, signal, conditions }: PageRequest,
): Promise<readonly (readonly [RefinedHit, StoredPoint])[]> {
  const ids = hits.map(({ listed }) => listed.id);
  const points = await within({ deadline, signal }, (limit) => collection.readHits(ids, limit));
  const fitting = conditions.areEmpty ? points : points.filter(passes(conditions));
  const byId = new Map(fitting.map((point) => [point.id, point]));
  return hits.flatMap((hit) => {
    const point = byId.get(hit.listed.id);
    return point ? [[hit, point] as const] : [];
  });
}

/** Within each collection: others may have another document of the same id, with versions of their own. */
function wholeOnly(read: readonly ReadHit[]): readonly ReadHit[] {
  const byCollection = Map.groupBy(read, ({ hit }) => hit.listed.collection);
  const newest = [...byCollection.values()].flatMap((hits) => onlyNewestVersions(hits.map((one) => ({ ...placeOf(one.point), one }))));
  const whole = new Set(newest.map(({ one }) => one));
  return read.filter((one) => whole.has(one));
}
