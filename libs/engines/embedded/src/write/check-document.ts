import { checkPoints, pointInvalid } from '@tributary/engines-port/writes';
import type { DocumentWrite } from '@tributary/engines-port';

const MOST_TERMS = 65_535;

/** Refuses a document that could not be searched properly afterwards, whatever its collection is. @throws `ENGINE.VECTOR_INVALID`, `ENGINE.POINT_INVALID` */
export function checkDocument(write: DocumentWrite): void {
  checkPoints(write);
  if (write.points.some(({ features: { terms } }) => terms.ids.length > MOST_TERMS))
    throw pointInvalid(write.collection, `a point has more than ${MOST_TERMS.toString()} different terms: split the text`);
}
