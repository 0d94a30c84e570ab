import type { Card } from '@tributary/contracts';
import { foreignText, type CallOptions, type ForeignCollection, type ForeignCollections } from '@tributary/engines-port';
import { samplePoints } from './sample-points.js';

/** Whether a text stands where the card says, in one of the first points; true of a collection that is empty. */
export async function hasText(
  foreign: ForeignCollections,
  { collection: { name, points }, card: { fields } }: { readonly collection: ForeignCollection; readonly card: Card },
  options: CallOptions = {},
): Promise<boolean> {
  if (points === 0 || fields === undefined) return true;
  const sample = await samplePoints(foreign, { collection: name, vectors: false, places: [fields.text] }, options);
  return sample.length === 0 || sample.some((point) => foreignText(point, fields).trim() !== '');
}
