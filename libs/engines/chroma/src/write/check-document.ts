import type { DocumentWrite, Point } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { isUuid } from '@tributary/kernel/ids';

/** Refuses a document that could not be searched properly afterwards. @throws `ENGINE.DIMENSION_MISMATCH`, `ENGINE.VECTOR_INVALID`, `ENGINE.POINT_INVALID` */
export function checkDocument(write: DocumentWrite, dimension: number): void {
  write.points.forEach((point, index) => {
    checkPlace(write, point, index);
    checkTerms(write, point);
    if (point.vector) checkVector(point.vector, dimension, write.collection);
    checkFinite(point.features.common, write.collection);
  });
}

/** Refuses a vector of another dimension or with elements that are not finite numbers. */
export function checkVector(vector: Float32Array, dimension: number, collection: string): void {
  if (vector.length !== dimension) {
    throw permanent(
      'ENGINE.DIMENSION_MISMATCH',
      `${collection} holds vectors of ${dimension.toString()} dimensions and got one of ${vector.length.toString()}: use the model the collection was made with.`,
    );
  }
  checkFinite(vector, collection);
}

function checkFinite(vector: Float32Array, collection: string): void {
  if (vector.every(Number.isFinite)) return;
  throw permanent('ENGINE.VECTOR_INVALID', `A vector for ${collection} holds a number that is not finite: embed the text again.`);
}

function checkPlace({ docId, points, collection }: DocumentWrite, { id, payload }: Point, index: number): void {
  if (!isUuid(id)) throw invalid(collection, `the point id ${JSON.stringify(id)} is not a UUID`);
  if (payload.chunk_index !== index || payload.total_chunks !== points.length || payload.doc_id !== docId) {
    throw invalid(
      collection,
      `point ${index.toString()} of document ${docId} does not say doc_id, chunk_index and total_chunks of its place`,
    );
  }
}

function checkTerms({ collection }: DocumentWrite, { features }: Point): void {
  const { ids, body, title } = features.terms;
  const isAscending = ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? 0));
  if (isAscending && body.length === ids.length && title.length === ids.length) return;
  throw invalid(collection, 'its terms are not sorted by id without repeats, each with a count for content and title');
}

function invalid(collection: string, why: string): Error {
  return permanent('ENGINE.POINT_INVALID', `The document cannot be written to ${collection}: ${why}.`);
}
