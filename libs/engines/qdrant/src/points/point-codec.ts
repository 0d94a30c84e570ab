import type { Schemas } from '@qdrant/js-client-rest';
import { PointPayload } from '@tributary/contracts';
import type { FullPoint, Point } from '@tributary/engines-port';
import { z } from 'zod';
import { StoredFeatures, storeFeatures, termVectorOf, vectorOfBytes } from './features.js';
import { DENSE, OWN, SPARSE, STATIC } from './layout.js';
import { sparseVectorOf } from './saturation.js';
import { wellFormed } from './well-formed.js';

/** Vectors of a collection: those whose own model is the common one keep it once. */
export interface VectorLayout {
  readonly dimension: number;
  readonly commonDimension: number;
  readonly keepsCommonApart: boolean;
}

const StoredPayload = z.looseObject({ [OWN]: StoredFeatures });
const Dense = z.array(z.number());
const StoredVectors = z.object({ [DENSE]: Dense.optional(), [STATIC]: Dense.optional() });

/** A point as the server takes it. */
export function encodePoint(
  point: Point,
  { seq, layout }: { readonly seq: number; readonly layout: VectorLayout },
): Schemas['PointStruct'] {
  const { id, payload, vector, features } = point;
  const vectors: Record<string, Schemas['Vector']> = {};
  if (vector) vectors[DENSE] = [...vector];
  if (layout.keepsCommonApart) vectors[STATIC] = [...features.common];
  if (features.terms.ids.length > 0) vectors[SPARSE] = sparseVectorOf(features.terms);
  return {
    id: id.toLowerCase(),
    vector: vectors,
    payload: { ...wellFormed(payload), [OWN]: { kind: 'chunk', ...storeFeatures(point, seq) } },
  };
}

/** What the adapter keeps beside the payload of a chunk. */
export function featuresOf(record: { readonly payload?: unknown }): StoredFeatures {
  return StoredPayload.parse(record.payload)[OWN];
}

/** The number of the write that a chunk is of. */
export function seqOf({ payload }: { readonly payload?: unknown }): number {
  return z.looseObject({ [OWN]: z.looseObject({ seq: z.number() }) }).parse(payload)[OWN].seq;
}

/** The payload as it was written. */
export function payloadOf({ payload }: { readonly payload?: unknown }): PointPayload {
  const { [OWN]: _, ...fields } = z.looseObject({ [OWN]: z.unknown().optional() }).parse(payload);
  return PointPayload.parse(fields);
}

/** A stored point with everything. */
export function decodePoint(record: Schemas['Record'], layout: VectorLayout): FullPoint {
  const stored = featuresOf(record);
  const { [DENSE]: dense, [STATIC]: common } = StoredVectors.parse(record.vector ?? {});
  const vector = denseVector(dense, stored);
  return {
    id: String(record.id),
    payload: payloadOf(record),
    ...(vector ? { vector } : {}),
    features: {
      terms: termVectorOf(stored),
      words: stored.words ?? [],
      common: layout.keepsCommonApart ? Float32Array.from(common ?? []) : (vector ?? new Float32Array(layout.commonDimension)),
    },
  };
}

function denseVector(dense: readonly number[] | undefined, stored: StoredFeatures): Float32Array | undefined {
  if (dense === undefined) return undefined;
  return stored.dense === undefined ? Float32Array.from(dense) : vectorOfBytes(stored.dense);
}
