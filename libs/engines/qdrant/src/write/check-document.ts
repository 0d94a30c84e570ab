import type { DocumentWrite, Point } from '@tributary/engines-port';
import { permanent, type TributaryError } from '@tributary/kernel';
import { isUuid } from '@tributary/kernel/ids';
import type { VectorLayout } from '../points/point-codec.js';

/** Refuses a document that the server would refuse halfway, or that could not be searched properly afterwards.
 *  @throws `ENGINE.DIMENSION_MISMATCH`, `ENGINE.VECTOR_INVALID`, `ENGINE.POINT_INVALID` */
export function checkDocument(write: DocumentWrite, { dimension, commonDimension }: VectorLayout): void {
  write.points.forEach((point, index) => {
    checkPlace(write, point, index);
    checkTerms(point);
    if (point.vector) checkVector(point.vector, { dimension, collection: write.collection });
    checkVector(point.features.common, { dimension: commonDimension, collection: write.collection });
  });
}

/** Refuses a vector of another dimension or with elements that are not finite numbers. */
export function checkVector(
  vector: Float32Array,
  { dimension, collection }: { readonly dimension: number; readonly collection: string },
): void {
  if (vector.length !== dimension) {
    throw permanent(
      'ENGINE.DIMENSION_MISMATCH',
      `${collection} holds vectors of ${dimension.toString()} dimensions and got one of ${vector.length.toString()}: use the model the collection was made with.`,
    );
  }
  checkFinite(vector);
}

/** @throws `ENGINE.VECTOR_INVALID` */
export function checkFinite(vector: Float32Array): void {
  if (!vector.every(Number.isFinite))
    throw permanent('ENGINE.VECTOR_INVALID', 'A vector holds a number that is not finite: embed the text again.');
}

function checkPlace({ docId, points }: DocumentWrite, { id, payload }: Point, index: number): void {
  if (!isUuid(id)) throw invalid(`the point id ${JSON.stringify(id)} is not a UUID`);
  if (payload.chunk_index !== index || payload.total_chunks !== points.length || payload.doc_id !== docId) {
    throw invalid(`point ${index.toString()} of document ${docId} does not say doc_id, chunk_index and total_chunks of its place`);
  }
}

function checkTerms({ features: { terms } }: Point): void {
  const { ids, body, title } = terms;
  const isAscending = ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? 0));
  if (!isAscending || body.length !== ids.length || title.length !== ids.length) {
    throw invalid('its terms are not sorted by id without repeats, each with a count for content and title');
  }
}

function invalid(why: string): TributaryError {
  return permanent('ENGINE.POINT_INVALID', `The document cannot be written: ${why}.`);
}
