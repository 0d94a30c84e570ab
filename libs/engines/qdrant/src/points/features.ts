import { wordsOf, type Point, type TermVector } from '@tributary/engines-port';
import { z } from 'zod';

/** What is stored of a chunk beside its payload and vectors. */
export const StoredFeatures = z.object({
  /** Order of the write among all of its document: see `Anchor`. */
  seq: z.number(),
  terms: z.array(z.number()),
  /** Occurrences in content and title, a byte for each term, in base64. */
  body: z.base64(),
  title: z.base64(),
  length: z.number(),
  words: z.array(z.string()).optional(),
  /** The vectors as given, as bytes of float32 in base64, where the server keeps them at another length. */
  dense: z.base64().optional(),
  /** Length of the common vector, where it is not 1. */
  norm: z.number().optional(),
});
export type StoredFeatures = z.infer<typeof StoredFeatures>;

const UNIT_TOLERANCE = 1e-6;

/** The features of a point as they are stored. */
export function storeFeatures({ vector, features }: Point, seq: number): StoredFeatures {
  const { terms, common } = features;
  const norm = normOf(common);
  return {
    seq,
    terms: [...terms.ids],
    body: Buffer.from(terms.body).toString('base64'),
    title: Buffer.from(terms.title).toString('base64'),
    length: terms.length,
    words: wordsOf(features).map((word) => word.toWellFormed()),
    // The server brings the vectors of its cosine to length 1 and would give back those.
    ...(vector && !isUnit(normOf(vector)) ? { dense: bytesOf(vector) } : {}),
    ...(isUnit(norm) ? {} : { norm }),
  };
}

/** The terms as they were written. */
export function termVectorOf({ terms, body, title, length }: StoredFeatures): TermVector {
  return { ids: Uint32Array.from(terms), body: byteArray(body), title: byteArray(title), length };
}

/** A vector from its bytes. */
export function vectorOfBytes(base64: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
}

/** Euclidean length. */
export function normOf(vector: Float32Array): number {
  let sum = 0;
  for (const x of vector) sum += x * x;
  return Math.sqrt(sum);
}

function isUnit(norm: number): boolean {
  // Qdrant’s own rule for vectors it leaves as they are, on the square of the length.
  return Math.abs(norm * norm - 1) <= UNIT_TOLERANCE / 2;
}

function bytesOf(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function byteArray(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}
