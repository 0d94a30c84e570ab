import type { CallOptions, ForeignCollections, ForeignPoint, ForeignScrollRequest } from '@tributary/engines-port';

/** Enough to see a layout; a collection is not read through to look at it. */
const SAMPLE = 64;

/** The first points of a collection as their maker wrote them. */
export async function samplePoints(
  foreign: ForeignCollections,
  wanted: Pick<ForeignScrollRequest, 'collection' | 'vectors' | 'places'>,
  options: CallOptions,
): Promise<readonly ForeignPoint[]> {
  const { points } = await foreign.scroll({ ...wanted, limit: SAMPLE }, options);
  return points;
}
