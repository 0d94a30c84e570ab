import type { CardFields } from '@tributary/contracts';
import { foreignPayload, type DocumentWrite, type ForeignPoint, type PointFeatures, type StoredPoint } from '@tributary/engines-port';
import { md5Uuid, sha256Hex } from '@tributary/kernel/ids';
import { headingOf } from '../analysis/text-features.js';

/** Where a foreign collection stands. */
export interface ForeignPlace {
  readonly engine: string;
  /** The engine’s own name of it. */
  readonly collection: string;
}

/** A foreign point as the index sees it. */
export interface ForeignText {
  readonly id: string;
  readonly payload: StoredPoint['payload'];
  readonly heading: string;
  readonly content: string;
  /** Of what is indexed, and of how. */
  readonly hash: string;
}

/** The id under which the index keeps a foreign point, whose own may be a number or any text. */
export function sidePointId({ engine, collection }: ForeignPlace, id: string): string {
  return md5Uuid(`${engine}/${collection}/${id}`);
}

export function foreignTextOf(
  point: ForeignPoint,
  { fields, collection, made }: { readonly fields: CardFields; readonly collection: string; readonly made: string },
): ForeignText {
  const payload = foreignPayload(point, collection, fields);
  const [heading, content] = [headingOf(payload), payload.content];
  return { id: point.id, payload, heading, content, hash: sha256Hex(JSON.stringify([made, heading, content])) };
}

/** Where everything stands that `foreignTextOf` looks at for heading, content and hash. */
export function placesOfText({ text, title, path, source }: CardFields): readonly string[] {
  return [text, title, path, source].filter((place) => place !== undefined);
}

/** What is written for a point: a document of its own, named by the id its maker gave it. */
export function foreignDocument(
  place: ForeignPlace,
  { id, payload, hash }: ForeignText,
  { version, features }: { readonly version: number; readonly features: PointFeatures },
): DocumentWrite {
  const own = { ...payload, original_id: id, doc_id: id, doc_version: version, chunk_index: 0, total_chunks: 1 };
  const points = [{ id: sidePointId(place, id), payload: own, features }];
  return { collection: place.collection, docId: id, key: id, version, hash, points };
}
