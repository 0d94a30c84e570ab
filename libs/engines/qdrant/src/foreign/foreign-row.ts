import type { Schemas } from '@qdrant/js-client-rest';
import type { CardFields } from '@tributary/contracts';
import { foreignPayload, seenByFilters, type FilterPoint, type ForeignPoint, type StoredPoint } from '@tributary/engines-port';
import { denseVectorsOf } from './describe-collection.js';

/** A point as its maker wrote it. */
export function foreignPointOf({ id, payload, vector }: Pick<Schemas['Record'], 'id' | 'payload' | 'vector'>): ForeignPoint {
  return { id: String(id), payload: payload ?? {}, vectors: denseVectorsOf({ vector }) };
}

/** A point in Tributary's layout with its vectors. */
export interface ForeignRow extends StoredPoint {
  readonly vectors: ForeignPoint['vectors'];
  /** What a filter looks at. */
  readonly seen: FilterPoint;
}

export function foreignRowOf(
  record: Parameters<typeof foreignPointOf>[0],
  { name, fields }: { readonly name: string; readonly fields: CardFields },
): ForeignRow {
  const point = foreignPointOf(record);
  const payload = foreignPayload(point, name, fields);
  return { id: point.id, payload, vectors: point.vectors, seen: seenByFilters(point, payload, fields) };
}
