import { wordsOf, type Point, type PointFeatures } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';

/** Vector and features of a point, as far as Chroma does not keep them itself or not exactly. */
export interface Signals {
  readonly vector?: Float32Array;
  readonly features: PointFeatures;
}

const PREFIX = 'data:application/json;base64,';

const Stored = z.object({
  v: z.literal(1),
  vector: z.string().optional(),
  common: z.string().optional(),
  ids: z.string(),
  body: z.string(),
  title: z.string(),
  length: z.number(),
  words: z.array(z.string()),
});

/** Signals as the `uri` of a record: Chroma sends it only when it is asked for, so that payloads are read without it. Chroma stores cosine vectors
 *  scaled to unit length, which loses their last bits; here they are exact. */
export function signalUri({ vector, features }: Pick<Point, 'vector' | 'features'>): string {
  const { terms, common } = features;
  const stored: z.input<typeof Stored> = {
    v: 1,
    ...(vector ? { vector: toBase64(vector) } : {}),
    // Left out where it is the very vector of the point.
    ...(vector && sameNumbers(vector, common) ? {} : { common: toBase64(common) }),
    ids: toBase64(terms.ids),
    body: toBase64(terms.body),
    title: toBase64(terms.title),
    length: terms.length,
    words: [...wordsOf(features)],
  };
  return PREFIX + Buffer.from(JSON.stringify(stored)).toString('base64');
}

/** @throws `ENGINE.STORE_DAMAGED` */
export function readSignals(uri: string | null | undefined): Signals {
  const stored = Stored.safeParse(parse(uri));
  if (!stored.success) {
    throw permanent(
      'ENGINE.STORE_DAMAGED',
      'A point of this Chroma collection lost what Tributary stored beside its vector: index its document again.',
      {
        category: 'internal',
      },
    );
  }
  const { vector, common, ids, body, title, length, words } = stored.data;
  const own = vector === undefined ? undefined : floatsOf(vector);
  const terms = { ids: new Uint32Array(bytesOf(ids).buffer), body: bytesOf(body), title: bytesOf(title), length };
  const features = { terms, words, common: common === undefined ? (own ?? new Float32Array()) : floatsOf(common) };
  return { ...(own ? { vector: own } : {}), features };
}

function parse(uri: string | null | undefined): unknown {
  if (!uri?.startsWith(PREFIX)) return undefined;
  return JSON.parse(Buffer.from(uri.slice(PREFIX.length), 'base64').toString());
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array | Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** A copy of its own buffer, so that its start is aligned. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function floatsOf(base64: string): Float32Array {
  return new Float32Array(bytesOf(base64).buffer);
}

function sameNumbers(a: Float32Array, b: Float32Array): boolean {
  return a === b || (a.length === b.length && a.every((x, i) => Object.is(x, b[i])));
}
