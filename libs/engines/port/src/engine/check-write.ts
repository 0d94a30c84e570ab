import { permanent, type TributaryError } from '@tributary/kernel';
import { isUuid } from '@tributary/kernel/ids';
import type { DocumentWrite, Point } from './point.js';

/** Refuses a document that could not be searched properly afterwards, whatever its collection is. @throws `ENGINE.VECTOR_INVALID`, `ENGINE.POINT_INVALID` */
export function checkPoints(write: DocumentWrite): void {
  write.points.forEach((point, index) => {
    checkPlace(write, point, index);
    checkTerms(write, point);
    const { vector, features } = point;
    if (vector) checkFinite(vector);
    if (features.common !== vector) checkFinite(features.common);
  });
}

/** What a collection holds. */
interface Holding {
  readonly collection: string;
  readonly dimension: number;
}

/** Refuses a vector of another dimension than the collection’s. @throws `ENGINE.DIMENSION_MISMATCH` */
export function checkDimension(length: number, { collection, dimension }: Holding): void {
  if (length === dimension) return;
  throw permanent(
    'ENGINE.DIMENSION_MISMATCH',
    `${collection} holds vectors of ${dimension.toString()} dimensions and got one of ${length.toString()}: use the model the collection was made with.`,
  );
}

/** Refuses a vector of another dimension or with elements that are not finite numbers. @throws `ENGINE.DIMENSION_MISMATCH`, `ENGINE.VECTOR_INVALID` */
export function checkVector(vector: Float32Array, holding: Holding): void {
  checkDimension(vector.length, holding);
  checkFinite(vector);
}

/** @throws `ENGINE.VECTOR_INVALID` */
export function checkFinite(vector: Float32Array): void {
  // One sum instead of a test per element: NaN and infinities survive the multiplication by 0. By index, since an iterator makes an object of each number.
  let sum = 0;
  // eslint-disable-next-line @typescript-eslint/prefer-for-of -- see above
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) * 0;
  if (sum !== 0) throw permanent('ENGINE.VECTOR_INVALID', 'A vector holds a number that is not finite: embed the text again.');
}

/** The error of a document that a collection cannot take. @param why a clause */
export function pointInvalid(collection: string, why: string): TributaryError {
  return permanent('ENGINE.POINT_INVALID', `The document cannot be written to ${collection}: ${why}.`);
}

function checkPlace({ docId, points, collection }: DocumentWrite, { id, payload }: Point, index: number): void {
  if (!isUuid(id)) throw pointInvalid(collection, `the point id ${JSON.stringify(id)} is not a UUID`);
  if (payload.chunk_index === index && payload.total_chunks === points.length && payload.doc_id === docId) return;
  const place = `point ${index.toString()} of document ${docId}`;
  throw pointInvalid(collection, `${place} does not say doc_id, chunk_index and total_chunks of its place`);
}

function checkTerms({ collection }: DocumentWrite, { features }: Point): void {
  const { ids, body, title } = features.terms;
  if (body.length === ids.length && title.length === ids.length && isAscending(ids)) return;
  throw pointInvalid(collection, 'its terms are not sorted by id without repeats, each with a count for content and title');
}

function isAscending(ids: Uint32Array): boolean {
  for (let i = 1; i < ids.length; i++) if ((ids[i] ?? 0) <= (ids[i - 1] ?? 0)) return false;
  return true;
}
