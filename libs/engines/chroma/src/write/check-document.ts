import { checkDimension, checkPoints, type DocumentWrite } from '@tributary/engines-port';

/** Refuses a document that could not be searched properly afterwards. @throws `ENGINE.DIMENSION_MISMATCH`, `ENGINE.VECTOR_INVALID`, `ENGINE.POINT_INVALID` */
export function checkDocument(write: DocumentWrite, dimension: number): void {
  checkPoints(write);
  for (const { vector } of write.points) if (vector) checkDimension(vector.length, { collection: write.collection, dimension });
}
