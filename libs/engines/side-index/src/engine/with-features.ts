import type { FullPoint } from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';
import type { TextFeatures } from '../analysis/text-features.js';
import type { SideCollections } from './side-collections.js';

/** The points of a page with what the index knows of them; those it does not know are analysed. */
export async function withFeatures(
  points: readonly FullPoint[],
  { collection, side, texts }: { readonly collection: string; readonly side: SideCollections; readonly texts: TextFeatures },
): Promise<readonly FullPoint[]> {
  const indexed = await knownPoints(side, collection, points);
  const features = new Map(
    points.flatMap(({ id, payload }) => {
      const known = indexed.get(id);
      return known?.payload.doc_version === payload.doc_version ? [[id, known.features] as const] : [];
    }),
  );
  const unknown = points.filter(({ id }) => !features.has(id));
  const made = await texts.ofPoints(unknown);
  unknown.forEach(({ id }, i) => {
    const found = made[i];
    if (found) features.set(id, found);
  });
  return points.map((point) => ({ ...point, features: features.get(point.id) ?? point.features }));
}

async function knownPoints(
  side: SideCollections,
  collection: string,
  points: readonly FullPoint[],
): Promise<ReadonlyMap<string, FullPoint>> {
  if (points.length === 0) return new Map();
  try {
    const known = await side.points(
      collection,
      points.map(({ id }) => id),
    );
    return new Map(known.map((point) => [point.id, point]));
  } catch (error) {
    if (hasCode(error, 'COLLECTION.NOT_FOUND')) return new Map();
    throw error;
  }
}
