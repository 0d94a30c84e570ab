import type { Schemas } from '@qdrant/js-client-rest';
import { PointPayload } from '@tributary/contracts';
import type { FullPoint, Point } from '@tributary/engines-port';
import { z } from 'zod';
import { StoredFeatures, storeFeatures, termVectorOf, vectorOfBytes } from './features.js';
import { OWN, SPARSE, STATIC } from './layout.js';
import { plainNumbers } from './plain-numbers.js';
import { sparseVectorOf } from './saturation.js';
import { wellFormed } from './well-formed.js';

/** Vectors of a collection: those whose own model is the common one keep it once. */
export interface VectorLayout {
  /** Name of the vectors of the collection's own model. */
  readonly dense: string;
  readonly dimension: number;
  readonly commonDimension: number;
  readonly keepsCommonApart: boolean;
}

const StoredPayload = z.looseObject({ [OWN]: StoredFeatures });
const StoredDense = z.looseObject({ [OWN]: StoredFeatures.pick({ dense: true }) });
const Dense = z.array(z.number());
const StoredVectors = z.record(z.string(), z.unknown());

/** A point as the server takes it. */
export function encodePoint(
  point: Point,
  { seq, layout }: { readonly seq: number; readonly layout: VectorLayout },
): Schemas['PointStruct'] {
  const { id, payload, vector, features } = point;
  const vectors: Record<string, Schemas['Vector']> = {};
  if (vector) vectors[layout.dense] = [...vector];
  if (layout.keepsCommonApart) vectors[STATIC] = [...features.common];
  if (features.terms.ids.length > 0) vectors[SPARSE] = sparseVectorOf(features.terms);
  return {
    id: id.toLowerCase(),
    vector: vectors,
    payload: { ...wellFormed(payload), [OWN]: { kind: 'chunk', ...storeFeatures(point, seq) } },
  };
}

/** What the adapter keeps beside the payload of a chunk. */
function featuresOf(record: { readonly payload?: unknown }): StoredFeatures {
  return StoredPayload.parse(record.payload)[OWN];
}

const Place = z.looseObject({ doc_id: z.string(), [OWN]: z.looseObject({ seq: z.number() }) });

/** Of which document and of which of its writes a chunk is. */
export function placeOf({ payload }: { readonly payload?: unknown }): { readonly docId: string; readonly seq: number } {
  const { doc_id, [OWN]: stored } = Place.parse(payload);
  return { docId: doc_id, seq: stored.seq };
}

/** The payload without what is our own. */
export function fieldsOf({ payload }: Pick<Schemas['Record'], 'payload'>): Readonly<Record<string, unknown>> {
  const fields = Object.entries(payload ?? {}).filter(([name]) => name !== OWN);
  return Object.fromEntries(fields.map(([name, value]) => [name, plainNumbers(value)]));
}

/** The payload as it was written. */
export function payloadOf(record: Pick<Schemas['Record'], 'payload'>): PointPayload {
  return PointPayload.parse(fieldsOf(record));
}

/** A stored point with everything. */
export function decodePoint(record: Schemas['Record'], layout: VectorLayout): FullPoint {
  const stored = featuresOf(record);
  const vector = vectorOf(record, layout);
  const common = numbersOf(record, STATIC);
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

/** The vector by the collection's own model, as it was written. */
export function vectorOf(
  record: Pick<Schemas['Record'], 'payload' | 'vector'>,
  layout: Pick<VectorLayout, 'dense'>,
): Float32Array | undefined {
  const numbers = numbersOf(record, layout.dense);
  if (numbers === undefined) return undefined;
  const { dense } = StoredDense.parse(record.payload)[OWN];
  return dense === undefined ? Float32Array.from(numbers) : vectorOfBytes(dense);
}

function numbersOf({ vector }: Pick<Schemas['Record'], 'vector'>, name: string): readonly number[] | undefined {
  return Dense.optional().parse(StoredVectors.parse(vector ?? {})[name]);
}
