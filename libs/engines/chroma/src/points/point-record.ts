import { PointPayload } from '@tributary/contracts';
import type { Point } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import type { FlatMetadata } from '../heads/head-records.js';
import { flatFields, isPlain, plain } from './flat-fields.js';
import { orderOf, storedId } from './point-id.js';
import { signalUri } from './signal-text.js';

/** A record as Chroma takes it. */
export interface PointRecord {
  readonly id: string;
  readonly embedding: number[];
  readonly metadata: FlatMetadata;
  readonly document: string;
  readonly uri: string;
  /** About how long it is in a request. */
  readonly bytes: number;
}

/** Names in the metadata of a point that are not those of payload fields. */
export const POINT_KEY = '_point';
export const ORDER_KEY = '_order';
/** False for a point that stands in Chroma's index only because every record needs a vector. */
export const EMBEDDED_KEY = '_embedded';
const PAYLOAD_KEY = '_payload';

const BYTES_OF_A_NUMBER = 6;

export function pointRecord(point: Point, { stamp, dimension }: { readonly stamp: string; readonly dimension: number }): PointRecord {
  const id = point.id.toLowerCase();
  const { content, ...rest } = point.payload;
  const payload = JSON.stringify(isPlain(content) ? rest : point.payload);
  const metadata = {
    ...flatFields(point.payload),
    [POINT_KEY]: id,
    [ORDER_KEY]: orderOf(id),
    [EMBEDDED_KEY]: point.vector !== undefined,
    [PAYLOAD_KEY]: payload,
  };
  const document = plain(content);
  const uri = signalUri(point);
  return {
    id: storedId({ pointId: id, docId: point.payload.doc_id, stamp }),
    embedding: point.vector ? [...point.vector] : new Array<number>(dimension).fill(0),
    metadata,
    document,
    uri,
    bytes: 2 * payload.length + document.length + uri.length + BYTES_OF_A_NUMBER * dimension,
  };
}

const Metadata = z.looseObject({ [PAYLOAD_KEY]: z.string(), [EMBEDDED_KEY]: z.boolean() });
const Content = z.object({ content: z.string().optional() }).loose();

/** @throws `ENGINE.STORE_DAMAGED` */
export function readPayload(metadata: unknown, document: string | null | undefined): PointPayload {
  const parsed = Metadata.safeParse(metadata);
  const stored = parsed.success ? Content.safeParse(JSON.parse(parsed.data[PAYLOAD_KEY])) : undefined;
  const payload = PointPayload.safeParse(stored?.success ? { content: document ?? '', ...stored.data } : undefined);
  if (payload.success) return payload.data;
  throw permanent('ENGINE.STORE_DAMAGED', 'A point of this Chroma collection lost its payload: index its document again.', {
    category: 'internal',
  });
}

/** The payload as it was stored, for those who only look at it. */
export function storedPayload(metadata: unknown, document: string | null | undefined): object {
  const parsed = Metadata.safeParse(metadata);
  const stored: unknown = parsed.success ? JSON.parse(parsed.data[PAYLOAD_KEY]) : undefined;
  return { content: document ?? '', ...(typeof stored === 'object' ? stored : undefined) };
}

/** False for a point that has no vector of its own. */
export function isEmbedded(metadata: unknown): boolean {
  const parsed = Metadata.safeParse(metadata);
  return parsed.success && parsed.data[EMBEDDED_KEY];
}
