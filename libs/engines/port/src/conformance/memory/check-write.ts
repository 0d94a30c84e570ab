import type { Card, Lane } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { isUuid } from '@tributary/kernel/ids';
import type { DocumentWrite, EngineCapabilities, Point } from '../../index.js';

/** Refuses what no engine takes: see the behaviours “bad input”. */
export function checkWrite(write: DocumentWrite, dimension: number): void {
  write.points.forEach((point, index) => {
    if (!isUuid(point.id)) throw permanent('ENGINE.POINT_INVALID', `Not a UUID: ${point.id}`);
    if (!isInPlace(write, point, index)) throw permanent('ENGINE.POINT_INVALID', 'A point does not say its place in the document.');
    const { ids, body, title } = point.features.terms;
    const isSorted = ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? 0));
    if (!isSorted || body.length !== ids.length || title.length !== ids.length) {
      throw permanent('ENGINE.POINT_INVALID', 'Terms are not sorted by id, or their counts do not fit.');
    }
    checkFinite(point.features.common);
    if (point.vector) checkQueryVector(point.vector, dimension);
  });
}

export function checkQueryVector(vector: Float32Array, dimension: number): void {
  if (vector.length !== dimension) throw permanent('ENGINE.DIMENSION_MISMATCH', `Expected ${dimension.toString()} dimensions.`);
  checkFinite(vector);
}

export function checkLanes(lanes: readonly Lane[], capabilities: EngineCapabilities): void {
  const lane = lanes.find((one) => !capabilities.lanes.includes(one));
  if (lane !== undefined) throw permanent('ENGINE.UNSUPPORTED', `This engine has no ${lane} lane.`);
}

export function checkDistance({ model: { distance } }: Card): void {
  if (distance !== 'cosine') throw permanent('ENGINE.UNSUPPORTED', `This engine ranks by cosine, not by ${distance}.`);
}

/** The document as an engine keeps it that has no place for words. */
export function withoutWords(write: DocumentWrite): DocumentWrite {
  const terms = { ids: new Uint32Array(), body: new Uint8Array(), title: new Uint8Array(), length: 0 };
  const features = { terms, words: [], common: new Float32Array() };
  return { ...write, points: write.points.map((point) => ({ ...point, features })) };
}

function isInPlace({ docId, points }: DocumentWrite, { payload }: Point, index: number): boolean {
  return payload.doc_id === docId && payload.chunk_index === index && payload.total_chunks === points.length;
}

function checkFinite(vector: Float32Array): void {
  if (!vector.every(Number.isFinite)) throw permanent('ENGINE.VECTOR_INVALID', 'A vector holds a number that is not finite.');
}
