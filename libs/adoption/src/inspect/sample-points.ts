import type { CallOptions, ForeignCollections, ForeignPoint } from '@tributary/engines-port';

/** Enough to see a layout; a collection is not read through to look at it. */
const SAMPLE = 64;

/** The first points of a collection as their maker wrote them. */
export async function samplePoints(
  foreign: ForeignCollections,
  collection: string,
  options: CallOptions,
): Promise<readonly ForeignPoint[]> {
  const { points } = await foreign.scroll({ collection, limit: SAMPLE }, options);
  return points;
}
