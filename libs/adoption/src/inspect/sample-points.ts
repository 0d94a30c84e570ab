import {
  valueAtPlace,
  type CallOptions,
  type ForeignCollections,
  type ForeignPoint,
  type ForeignScrollRequest,
} from '@tributary/engines-port';

/** Enough to see a layout; a collection is not read through to look at it. */
const SAMPLE = 64;
/** Few files are of more passages than these pages hold. */
const FURTHER = { pages: 8, points: 256 } as const;

/** The first points of a collection as their maker wrote them. */
export async function samplePoints(
  foreign: ForeignCollections,
  wanted: Pick<ForeignScrollRequest, 'collection' | 'vectors' | 'places'>,
  options: CallOptions,
): Promise<readonly ForeignPoint[]> {
  const { points } = await foreign.scroll({ ...wanted, limit: SAMPLE }, options);
  return points;
}

/** Whether one of the first two thousand points has another value at a place than those of the sample, which have all the same. */
export async function hasOtherThan(
  foreign: ForeignCollections,
  { collection, place, value }: { readonly collection: string; readonly place: string; readonly value: string },
  options: CallOptions,
): Promise<boolean> {
  const wanted = { collection, vectors: false, places: [place], limit: FURTHER.points };
  let after: string | undefined;
  for (let page = 0; page < FURTHER.pages; page += 1) {
    const { points, next } = await foreign.scroll({ ...wanted, ...(after === undefined ? {} : { after }) }, options);
    if (points.some(({ payload }) => (valueAtPlace(payload, place) ?? value) !== value)) return true;
    if (next === undefined) return false;
    after = next;
  }
  return false;
}
