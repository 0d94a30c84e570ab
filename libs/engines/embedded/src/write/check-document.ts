import type { DocumentWrite, Point } from '@tributary/engines-port';
import { permanent, type TributaryError } from '@tributary/kernel';
import { pointIdBytes } from '../store/point-id.js';

const MOST_TERMS = 65_535;

/** Refuses a document that could not be searched properly afterwards, whatever its collection is. @throws `ENGINE.VECTOR_INVALID`, `ENGINE.POINT_INVALID` */
export function checkDocument(write: DocumentWrite): void {
  write.points.forEach((point, index) => {
    checkPlace(write, point, index);
    checkTerms(point);
    if (point.vector) checkFinite(point.vector);
    if (point.features.common !== point.vector) checkFinite(point.features.common);
  });
}

/** Refuses a vector of another dimension than the collection’s. @throws `ENGINE.DIMENSION_MISMATCH` */
export function checkDimension(length: number, { name, dimension }: { readonly name: string; readonly dimension: number }): void {
  if (length === dimension) return;
  throw permanent(
    'ENGINE.DIMENSION_MISMATCH',
    `${name} holds vectors of ${dimension.toString()} dimensions and got one of ${length.toString()}: use the model the collection was made with.`,
  );
}

/** Refuses a vector of another dimension or with elements that are not finite numbers. */
export function checkVector(vector: Float32Array, dimension: number, collection: string): void {
  checkDimension(vector.length, { name: collection, dimension });
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

function checkPlace({ docId, points }: DocumentWrite, { id, payload }: Point, index: number): void {
  if (!pointIdBytes(id)) throw invalid(`the point id ${JSON.stringify(id)} is not a UUID`);
  if (payload.chunk_index !== index || payload.total_chunks !== points.length || payload.doc_id !== docId) {
    throw invalid(`point ${index.toString()} of document ${docId} does not say doc_id, chunk_index and total_chunks of its place`);
  }
}

function checkTerms({ features: { terms } }: Point): void {
  const { ids, body, title } = terms;
  const isParallel = body.length === ids.length && title.length === ids.length && ids.length <= MOST_TERMS;
  if (!isParallel || !isAscending(ids)) {
    throw invalid('its terms are not sorted by id without repeats, each with a count for content and title');
  }
}

function isAscending(ids: Uint32Array): boolean {
  for (let i = 1; i < ids.length; i++) if ((ids[i] ?? 0) <= (ids[i - 1] ?? 0)) return false;
  return true;
}

function invalid(why: string): TributaryError {
  return permanent('ENGINE.POINT_INVALID', `The document cannot be written: ${why}.`);
}
