import { checkDimension, checkPoints, type DocumentWrite } from '@tributary/engines-port';
import type { VectorLayout } from '../points/point-codec.js';

/** Refuses a document that the server would refuse halfway, or that could not be searched properly afterwards.
 *  @throws `ENGINE.DIMENSION_MISMATCH`, `ENGINE.VECTOR_INVALID`, `ENGINE.POINT_INVALID` */
export function checkDocument(write: DocumentWrite, { dimension, commonDimension }: VectorLayout): void {
  checkPoints(write);
  const { collection } = write;
  for (const { vector, features } of write.points) {
    if (vector) checkDimension(vector.length, { collection, dimension });
    checkDimension(features.common.length, { collection, dimension: commonDimension });
  }
}
