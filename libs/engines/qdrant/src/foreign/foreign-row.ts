import type { Schemas } from '@qdrant/js-client-rest';
import type { CardFields } from '@tributary/contracts';
import { foreignPayload, type ForeignPoint, type StoredPoint } from '@tributary/engines-port';
import { normOf } from '../points/features.js';
import { denseVectorsOf } from './describe-collection.js';

/** A point as its maker wrote it. */
export function foreignPointOf({ id, payload, vector }: Pick<Schemas['Record'], 'id' | 'payload' | 'vector'>): ForeignPoint {
  return { id: String(id), payload: payload ?? {}, vectors: denseVectorsOf({ vector }) };
}

/** A point in Tributary's layout with its vectors. */
export interface ForeignRow extends StoredPoint {
  readonly vectors: ForeignPoint['vectors'];
}

export function foreignRowOf(
  record: Parameters<typeof foreignPointOf>[0],
  { name, fields }: { readonly name: string; readonly fields: CardFields },
): ForeignRow {
  const point = foreignPointOf(record);
  return { id: point.id, payload: foreignPayload(point, name, fields), vectors: point.vectors };
}

/** Cosine of two vectors; 0 where one is the zero vector. Scores of other distances compare only within one collection. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  const lengths = normOf(a) * normOf(b);
  if (lengths === 0) return 0;
  let dot = 0;
  for (let i = 0; i < a.length; i++) dot += (a[i] ?? 0) * (b[i] ?? 0);
  return dot / lengths;
}
